"""Kits: code objects that check themselves, their runners, and the evaluation of a runner's output."""
