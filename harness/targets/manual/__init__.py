"""The target `manual`: it interprets AMD's published pseudocode and shares no code or table with model and spec."""
from .manual import Manual

__all__ = ["Manual"]
