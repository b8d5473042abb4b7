// `npm run docs:errors`: writes docs/errors.md.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorDocs } from "./error-docs.js";
import { root } from "./manifest.js";

writeFileSync(join(root, "docs/errors.md"), errorDocs());
