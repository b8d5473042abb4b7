// `npm run build`: dist/ from src/. tsc checks the types and writes the declarations, esbuild the JavaScript.

import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.js";
import { writeDeclarations } from "./declarations.js";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

rmSync(dist, { recursive: true, force: true });
writeDeclarations(dist);
await bundle(dist);
