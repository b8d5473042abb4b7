// `npm run docs:examples`: writes docs/examples.md.

import { writeFileSync } from "node:fs";
import { examplesDocs } from "./examples-docs.js";

writeFileSync(new URL("../docs/examples.md", import.meta.url), examplesDocs());
