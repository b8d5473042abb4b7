// Runs programs one after the other in one process, so that they share a device and a warm compiler: reads their paths from its
// input, line by line, and ends the output of each, on both streams, with a mark.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const mark = "\u0000end\n";

for await (const path of createInterface({ input: process.stdin })) {
  try {
    await import(pathToFileURL(path).href);
  } catch (error) {
    process.stderr.write(`${inspect(error)}\n`);
  }
  process.stdout.write(mark);
  process.stderr.write(mark);
}
