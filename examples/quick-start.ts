// The quick start, `npm start`: calls real C functions, checks what they return, and says what this machine has.
// It needs no compiler and no GPU.

import * as cu from "../src/index.js";

const bold = (text: string) =>
  process.stdout.isTTY && !process.env["NO_COLOR"] ? `\u001B[1m${text}\u001B[0m` : text;

// 1. Open a library and declare its functions in C. TypeScript reads the declarations: `hypot` takes two numbers and
//    returns one, `frexp` writes into an Int32Array.
console.log(bold("1. Calling C from TypeScript"));
using math = cu.dlopen(process.platform === "win32" ? "ucrtbase.dll" : "m", {
  hypot: "double(double x, double y)",
  frexp: "double(double x, int exponent[1])",
});

const length = math.hypot(3, 4);
console.log(`   hypot(3, 4) = ${length}`);

const exponent = new Int32Array(1);
const fraction = math.frexp(40, exponent);
console.log(`   frexp(40)   = ${fraction} x 2^${exponent[0]}`);

if (length !== 5 || fraction * 2 ** (exponent[0] ?? 0) !== 40)
  throw new Error("The C library returned wrong results");

// 2. A wrong call never reaches C: with the right types TypeScript refuses it, and at run time CuTS does.
console.log(`\n${bold("2. A mistake is an error before the call")}`);
try {
  // @ts-expect-error an `int*` is no Float64Array
  math.frexp(40, new Float64Array(1));
} catch (error) {
  for (const line of (error as Error).message.split("\n")) console.log(`   ${line}`);
}

// 3. What else this machine has.
console.log(`\n${bold("3. This machine")}`);
const { entries } = await cu.inspectMachine();
for (const entry of entries) {
  const works = entry.found && entry.call?.ok !== false;
  const status = works ? "yes" : entry.found ? "broken" : "no";
  console.log(
    `   ${status.padEnd(6)}  ${entry.name.padEnd(14)}  ${works ? (entry.version ?? "") : entry.purpose}`,
  );
}

console.log(`
${bold("Next steps")}
   npm run cuts -- doctor    the same in detail: where each part is, and why a part is not there
   npm run cuts -- --help    what else the command line does
   npm test                  the tests
   examples/quick-start.ts   this program; change a declaration and see TypeScript follow`);
