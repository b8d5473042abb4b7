// `npm run docs:drawings`: writes the drawings in docs/images.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { architectureDrawing } from "./architecture-drawing.js";
import { root } from "./manifest.js";

writeFileSync(join(root, "docs/images/architecture.svg"), architectureDrawing());
