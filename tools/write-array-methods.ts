// `npm run generate:methods`: writes src/array/methods.gen.ts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { arrayMethods } from "./array-methods.js";
import { root } from "./manifest.js";

writeFileSync(join(root, "src/array/methods.gen.ts"), arrayMethods(root));
