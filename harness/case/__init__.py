"""Cases: their types, text forms, register names and declared choices, and the plan that a case resolves to."""
