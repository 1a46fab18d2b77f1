"""What every request passes on its way to a view and back: a module for each job."""
