"""Protocol between harness and targets: frames, messages, and adapter libraries in several languages."""
