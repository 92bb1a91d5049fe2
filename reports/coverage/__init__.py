"""Coverage of programs: the forms, rules, hazards and lines of the model that they reach, and the rules that concern
them."""
