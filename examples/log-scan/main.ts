// Finds the lines of a log that match a regular expression. The expression becomes a table of states, and each thread takes one
// line through it, byte by byte.

import { readFileSync } from "node:fs";
import * as cu from "cuts";
import { program } from "../shared/program.js";
import { compileRegex, type Dfa } from "./regex.js";

const scan = cu.kernel(`
  extern "C" __global__ void scan(const unsigned char* text, const int* starts, const unsigned char* classes,
                                  const unsigned short* next, unsigned char* found, int lines, int class_count) {
    int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    int state = 0, end = starts[line + 1] - 1; // without the line's end
    for (int at = starts[line]; at < end && state != 1; at++) state = next[state * class_count + classes[text[at]]];
    found[line] = next[state * class_count + classes[256]] == 1;
  }`);

/** A text on the device, with where its lines begin and, at last, where the next one would. */
export interface Log {
  readonly text: Uint8Array;
  readonly starts: Int32Array;
}

/** The lines of a text. */
export function linesOf(text: Uint8Array): Log {
  const starts = [0];
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) starts.push(at + 1);
  // The last line may have no end.
  if (starts.at(-1) !== text.length) starts.push(text.length + 1);
  return { text, starts: Int32Array.from(starts) };
}

/** The numbers of the lines that match, from 0. */
export async function matchingLines({ text, starts }: Log, dfa: Dfa): Promise<readonly number[]> {
  const lines = starts.length - 1;
  if (lines === 0) return [];
  using bytes = cu.array(text);
  using places = cu.array(starts);
  using classes = cu.array(dfa.classes);
  using next = cu.array(dfa.next);
  using found = cu.empty([lines], { dtype: "uint8" });
  scan({ threads: lines }, bytes, places, classes, next, found, lines, dfa.classCount);
  const flags = await found.data();
  return Array.from(flags.keys()).filter((line) => flags[line] === 1);
}

/** A log of a web server, from a seed. */
function someLog(lines: number, seed: number): Uint8Array {
  using drawn = cu.random.generator(seed).integers(0, 2 ** 30, [lines]);
  const paths = ["/", "/index.html", "/api/users", "/api/orders/17", "/images/logo.png", "/login"];
  const codes = [200, 200, 200, 200, 200, 304, 404, 500, 503];
  const text = Array.from(drawn.dataSync(), (number, line) => {
    const [path, code] = [paths[number % paths.length], codes[(number >> 5) % codes.length]];
    const time = new Date(Date.UTC(2026, 0, 1) + line * 250).toISOString();
    return `${time} 10.0.${(number >> 9) % 256}.${(number >> 17) % 256} GET ${path} ${code} ${(number >> 8) % 2000}ms\n`;
  });
  return new TextEncoder().encode(text.join(""));
}

await program(
  import.meta.url,
  {
    pattern: [String.raw`/api/\w+.* 5\d\d (1[5-9]|[2-9]\d)\d\dms$`, "a regular expression"],
    in: ["", "a file; a log is made without"],
    lines: [100_000, "lines of a log that is made"],
    show: [5, "how many of the lines that match are printed"],
    seed: [1, "where a log that is made comes from"],
  },
  async ({ pattern, in: file, lines: count, show, seed }) => {
    const log = linesOf(file === "" ? someLog(count, seed) : readFileSync(file));
    const dfa = compileRegex(pattern);
    await scan.ready();
    const since = performance.now();
    const found = await matchingLines(log, dfa);
    const ms = performance.now() - since;
    for (const line of found.slice(0, show)) {
      console.log(
        Buffer.from(log.text.subarray(log.starts[line], (log.starts[line + 1] ?? 0) - 1)).toString(),
      );
    }
    const speed = (log.text.length / 1e6 / (ms / 1000)).toFixed(0);
    console.log(
      `${found.length} of ${log.starts.length - 1} lines match, ${dfa.states} states; ${ms.toFixed(0)} ms on ${cu.device().id}, ${speed} MB/s with copies`,
    );
  },
);
