// `npm run generate:fusion`: compiles the functions of fused kernels on the cpu device (fusion-math.ts) and writes them to
// src/ops/fusion/wasm/math.gen.ts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { readSections, SECTION, writeSections } from "../src/compiler/clang/wasm-binary.js";
import { compileMath, mathSource } from "./fusion-math.js";
import { root } from "./manifest.js";
import { createHash } from "node:crypto";

const { image, names } = await compileMath();
// Names are for people; what is in front of them stays where it is.
const { module } = writeSections(readSections(image.module).filter(({ id }) => id !== SECTION.custom));
const text = (bytes: Uint8Array): string => deflateRawSync(bytes, { level: 9 }).toString("base64");
const list = (numbers: Uint32Array): string => `[${[...numbers].join(", ")}]`;
if (image.relocations.pointers.length > 0)
  throw new Error("the functions of fused kernels have pointers in their data");
writeFileSync(
  join(root, "src/ops/fusion/wasm/math.gen.ts"),
  `// Written by tools/generate-fusion-math.ts (npm run generate:fusion). Do not edit.

/** What it was compiled from. */
export const mathDigest = "${createHash("sha256").update(mathSource().source).digest("hex").slice(0, 16)}";

/** The functions: \`<operation>_<dtype>\`. */
export const mathNames =
  "${names.join(" ")}";

/** The compiled code without an address: module and data as base64 of deflated bytes. */
export const math = {
  module:
    "${text(module)}",
  data: "${text(image.data)}",
  byteLength: ${image.byteLength},
  constants: ${list(image.relocations.constants)},
  offsets: ${list(image.relocations.offsets)},
  readonly: [${image.constants.join(", ")}],
} as const;
`,
);
