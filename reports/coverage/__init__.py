"""What programs reach of forms, rules, hazards and the model's own lines, and what concerns them."""
