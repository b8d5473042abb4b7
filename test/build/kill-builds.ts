// `npm run test:kills`: kills builds at random points, 50 times by default, and loads what was killed.

import { killBuilds, removeProgram } from "./load-processes.js";
import { noCompiler, Workshop } from "./workshop.js";

if (noCompiler !== undefined) throw new Error(`Cannot kill builds: ${noCompiler}`);
const kills = Number(process.argv[2] ?? 50);
const shop = new Workshop();
const wrong = await killBuilds(shop, kills, (line) => console.log(line));
shop.remove();
removeProgram();
console.log(wrong.length === 0 ? `${kills} rounds, every load after a kill was right` : wrong.join("\n"));
process.exitCode = wrong.length === 0 ? 0 : 1;
