// How many cases a test that draws them tries: few in `npm test`, all of them in `npm run test:slow`, which runs the files of
// `drawnFiles` (suites.ts) once more.

/** `all` in `npm run test:slow`, elsewhere `few`: a twentieth, unless a test says how many show what it is about. */
export function cases(all: number, few: number = Math.ceil(all / 20)): number {
  return process.env["TEST_ALL_CASES"] === "1" ? all : few;
}
