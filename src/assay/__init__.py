"""The project's packages under the name they are imported by: each entry here links to a folder of the root."""
