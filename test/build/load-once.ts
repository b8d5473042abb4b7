// Loads the sources given as arguments, as one of several processes: says when it begins, and what came of it.

import { load } from "../../src/build/load.js";
import { loadInfo } from "../../src/build/loaded.js";

const compiled: string[] = [];
process.stdout.write("begin\n");
const begun = performance.now();
const library = await load({
  functions: { answer: "int()" },
  name: "answer",
  sources: process.argv.slice(2),
  onProgress: ({ step, subject }) => {
    if (step === "compile") compiled.push(subject);
  },
});
const elapsedMs = performance.now() - begun;
const { path, isFresh } = loadInfo(library);
process.stdout.write(`${JSON.stringify({ answer: library.answer(), path, isFresh, compiled, elapsedMs })}\n`);
