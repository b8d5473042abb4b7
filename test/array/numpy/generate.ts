// `npm run generate:numpy`: writes tables.jsonl.br, what NumPy computes, with the Python of CUTS_PYTHON (`python3`), which has
// NumPy 2. Not part of `npm run generate`, because the last bit of a float depends on the processor and on NumPy's version.

import { writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { committedTables, writtenTables } from "./table.js";

const text = writtenTables(process.env["CUTS_PYTHON"] ?? "python3");
const { BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: size } = constants;
const packed = brotliCompressSync(text, { params: { [window]: 24, [size]: text.length } });
writeFileSync(committedTables, packed);
console.log(`${text.split("\n").length - 1} lines, ${packed.byteLength} bytes`);
