// `npm run bench:report`: bench/REPORT.md and bench/REPORT.html, from what bench/results has.

import { writeFileSync } from "node:fs";
import { reportHtml } from "./html.js";
import { missingResults, reportMarkdown } from "./markdown.js";
import { readResults } from "./results.js";

const results = readResults();
writeFileSync(new URL("../REPORT.md", import.meta.url), reportMarkdown(results));
writeFileSync(new URL("../REPORT.html", import.meta.url), reportHtml(results));
const missing = missingResults(results);
console.log(`bench/REPORT.md and bench/REPORT.html: ${results.length} results`);
if (missing.length > 0) console.log(`Not measured yet: ${missing.join(", ")}`);
