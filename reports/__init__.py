"""What certification, fuzzing, coverage and kits make of the harness's results, and how it is shown."""
