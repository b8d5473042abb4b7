"""Prints the tables of what NumPy computes: python3 test/array/numpy/generate.py

Each file of families/ has a function `cases(table)` and becomes a table of its name, which the line ["family", name] begins.
The committed tables (`npm run generate:numpy`) are of NumPy 2: its rules for plain numbers, NEP 50, are CuTS's. Older NumPy
is asked for these rules too and leaves out the cases that say `since` a later version.
"""

import os
import pathlib
import sys

# NumPy 1.24 to 1.26 know the rules of NumPy 2 for plain numbers under this name.
os.environ["NPY_PROMOTION_STATE"] = "weak"

import importlib

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))
sys.dont_write_bytecode = True

from table import Table, json_line  # noqa: E402


def main():
    for file in sorted((here / "families").glob("*.py")):
        table = Table()
        importlib.import_module(f"families.{file.stem}").cases(table)
        sys.stdout.write("\n".join([json_line(["family", file.stem]), *table.lines]) + "\n")


main()
