"""Dispatch registers, kernel descriptors and command streams, with a program that stores what it was started with."""
