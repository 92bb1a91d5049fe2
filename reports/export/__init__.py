"""Certificates and the other results as records, pages, tables, SARIF, JUnit and JSON Schemas."""
