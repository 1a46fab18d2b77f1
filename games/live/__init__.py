"""Open pages kept up to date: rooms of viewers, sockets, and the parts they are sent."""
