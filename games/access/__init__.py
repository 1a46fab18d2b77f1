"""Access: who is making a request, what they may do, and how often they may guess."""
