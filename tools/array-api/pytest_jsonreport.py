"""Stands for pytest-json-report, which the suite imports and this does not use."""
