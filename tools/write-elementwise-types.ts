// `npm run generate:elementwise-types`: writes src/array/elementwise/dtypes.test-d.ts.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { elementwiseTypes } from "./elementwise-types.js";
import { root } from "./manifest.js";

const path = join(root, "src/array/elementwise/dtypes.test-d.ts");
writeFileSync(path, elementwiseTypes());
execFileSync("npx", ["biome", "format", "--write", path], { cwd: root, stdio: "inherit" });
