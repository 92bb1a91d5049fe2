"""Results compared: with expectations, between model and target, case by case and program by program."""
