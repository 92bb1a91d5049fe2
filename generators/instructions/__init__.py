"""One instruction of any form, with its encoding, start state and memory."""
