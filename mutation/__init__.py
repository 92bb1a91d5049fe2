"""Mutation testing of the model: the population of mutants, the corpus, the runner and the score."""
