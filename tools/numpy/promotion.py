"""Writes src/array/promotion-table.ts: the dtype that two dtypes promote to, asked of NumPy. `npm run numpy:promotion`.

NumPy has no bfloat16; its row follows NumPy's own rule, the smallest dtype that holds all values of both.
"""
import pathlib
import numpy as np

NAMES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
         "float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
EXACT_IN_BFLOAT16 = {"bool", "int8", "uint8", "bfloat16"}


def promote(a: str, b: str) -> str:
    if "bfloat16" not in (a, b):
        return np.promote_types(a, b).name
    other = b if a == "bfloat16" else a
    if other in EXACT_IN_BFLOAT16:
        return "bfloat16"
    return np.promote_types("float32", other).name


rows = [f'  {a}: "{" ".join(promote(a, b) for b in NAMES)}",' for a in NAMES]
text = f"""// Made by tools/numpy/promotion.py from NumPy's promote_types; not written by hand. A row has the results for all
// dtypes in the order of `promotionOrder`.

export const promotionOrder = "{" ".join(NAMES)}";

export const promotionRows = {{
{chr(10).join(rows)}
}} as const;
"""
path = pathlib.Path(__file__).resolve().parents[2] / "src" / "array" / "promotion-table.ts"
path.write_text(text)
