"""Kits: cases as code objects that check themselves, their runners, and the check of what runners print."""
