// `npm run build`: dist/ from src/. tsc checks the types and writes the declarations, esbuild the JavaScript, and
// clang, embedded, the built-in kernels for the cpu device.

import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.js";
import { writeDeclarations } from "./declarations.js";
import { shipCompiler } from "./ship-compiler.js";
import { shipKernels } from "./ship-kernels.js";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

rmSync(dist, { recursive: true, force: true });
writeDeclarations(dist);
await bundle(dist);
await shipKernels(dist);
await shipCompiler(dist);
