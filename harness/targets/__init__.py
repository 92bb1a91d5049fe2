"""The targets by name, and the processes behind them."""
