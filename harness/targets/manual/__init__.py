# Target `manual`: AMD's published pseudocode, interpreted. Shares no code or table with Assay's model or spec.
from .manual import Manual

__all__ = ["Manual"]
