"""Cases written by hand, in folders by the chapters of the manuals, with kernels and shaders that are compiled."""
