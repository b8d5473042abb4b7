// A program of ship-kernels.ts: compiles the groups of built-in kernels that its arguments name into the disk cache.

import { builtinGroups } from "../src/array/catalogue.js";
import { clang } from "../src/compiler/clang/clang.js";
import { compiledGroup } from "./compiled-group.js";

const names = new Set(process.argv.slice(2));
for (const group of builtinGroups().filter(({ name }) => names.has(name))) await compiledGroup(group);
clang().stop();
