// `npm run docs:drawings`: writes the drawings in docs/images.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { architectureDrawing } from "./architecture-drawing.js";
import { familiesPicture } from "./families-picture.js";
import { figuresPicture } from "./figures-picture.js";
import { kernelDrawing } from "./kernel-drawing.js";
import { root } from "./manifest.js";
import { terminalPicture } from "./terminal-picture.js";

writeFileSync(join(root, "docs/images/architecture.svg"), architectureDrawing());
writeFileSync(join(root, "docs/images/families.svg"), familiesPicture());
writeFileSync(join(root, "docs/images/figures.svg"), figuresPicture());
writeFileSync(join(root, "docs/images/kernel.svg"), kernelDrawing());
writeFileSync(join(root, "docs/images/terminal.svg"), terminalPicture());
