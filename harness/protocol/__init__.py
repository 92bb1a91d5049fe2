"""The protocol between harness and targets: frames, messages, and helpers for adapters in several languages."""
