"""Writes the tables of what NumPy computes: python3 test/array/numpy/generate.py [folder]

Each file of families/ has a function `cases(table)` and becomes a table of its name. The committed tables are written by
NumPy 2 (its rules for plain numbers, NEP 50, are CuTS's); older NumPy is asked for these rules too and leaves out the
cases that say `since` a later version.
"""

import os
import pathlib
import sys

# NumPy 1.24 to 1.26 know the rules of NumPy 2 for plain numbers under this name.
os.environ["NPY_PROMOTION_STATE"] = "weak"

import importlib

import numpy as np

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))
sys.dont_write_bytecode = True

from table import Table  # noqa: E402


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted((here / "families").glob("*.py")):
        table = Table()
        importlib.import_module(f"families.{file.stem}").cases(table)
        (folder / f"{file.stem}.jsonl").write_text("\n".join(table.lines) + "\n", encoding="utf-8")
    print(np.__version__)


main()
