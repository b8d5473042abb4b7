// The committed tables are what NumPy computes: they are written again and compared, where there is a Python with NumPy
// (`python3`, or CUTS_PYTHON). Floats may differ as much as the families allow CuTS to: NumPy's own functions differ by an
// ulp between its versions and between processors. Cases that say `since` are missing where NumPy is older, and `changed` has
// those that a later NumPy computes otherwise.

import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import type { TypedArray } from "../../../src/core/dtype.js";
import { difference } from "./compare.js";
import { caseFamilies } from "./families.js";
import { type CaseFamily, toleranceOf } from "./family.js";
import { type Case, committedTable, readTable, writtenTables } from "./table.js";

const python = process.env["CUTS_PYTHON"] ?? "python3";
const probe = spawnSync(python, ["-c", "import numpy; print(numpy.__version__)"], { encoding: "utf8" });
const version = probe.status === 0 ? probe.stdout.trim() : undefined;
const reason = version === undefined ? ` (skipped: ${python} has no NumPy)` : ` (NumPy ${version})`;

/** Cases that a later NumPy computes otherwise than the tables say, and what of their elements is still the same. */
const changed: readonly {
  readonly text: string;
  readonly since: string;
  readonly why: string;
  readonly same: (element: number) => number;
}[] = [
  {
    text: "nextafter(f2v[:, null], f2w)",
    since: "2.5",
    why: "between the zeros of float16 the result is the second since NumPy 2.5, as it always was for float32",
    same: (bits) => (bits === 0x8000 ? 0 : bits),
  },
];

/** Cases that an older NumPy computes otherwise: they are not compared with it. */
const corrected: readonly { readonly text: RegExp; readonly since: string; readonly why: string }[] = [
  {
    text: /^isclose\(c(8|16)odd\b/,
    since: "2.0",
    why: "complex numbers with one infinite part were compared by their other part",
  },
  {
    text: /^(rfft|ihfft|rfftn|rfft2)\(c16/,
    since: "2.0",
    why: "transforms of real numbers took complex ones, without their imaginary parts",
  },
];

let writtenNow: string;
beforeAll(() => {
  if (version !== undefined) writtenNow = writtenTables(python);
});

describe.skipIf(version === undefined)(`the tables of NumPy's results${reason}`, () => {
  for (const family of caseFamilies) {
    it(`${family.name} is what NumPy computes`, () => {
      const written = readTable(writtenNow, family.name);
      const committed = committedTable(family.name);
      const byText = new Map(written.cases.map((one) => [one.text, one]));
      const wrong = committed.cases.flatMap((one) => {
        const again = byText.get(one.text);
        byText.delete(one.text);
        const isOther = corrected.some(
          ({ text, since }) => text.test(one.text) && isOlder(version as string, since),
        );
        if (isOther) return [];
        if (again === undefined)
          return isOlder(version as string, one.since?.since) ? [] : [`${one.text}: not written again`];
        return differenceOf(family, one, again) ?? [];
      });
      expect(wrong.slice(0, 20)).toEqual([]);
      expect([...byText.keys()]).toEqual([]);
    });
  }
});

function isOlder(own: string, since: string | undefined): boolean {
  if (since === undefined) return false;
  const [major = 0, minor = 0] = own.split(".").map(Number);
  const [sinceMajor = 0, sinceMinor = 0] = since.split(".").map(Number);
  return major < sinceMajor || (major === sinceMajor && minor < sinceMinor);
}

function differenceOf(family: CaseFamily, committed: Case, written: Case): string | undefined {
  const expected = committed.results ?? [];
  const results = written.results ?? [];
  const shapes = (all: typeof expected): string =>
    all.map(({ dtype, shape }) => `${dtype}[${shape.join()}]`).join();
  if (shapes(expected) !== shapes(results))
    return `${committed.text}: ${shapes(expected)}, NumPy gives ${shapes(results)}`;
  for (const [at, { dtype, elements }] of results.entries()) {
    const tolerance = toleranceOf(family, committed.operation, dtype);
    const right = expected[at] as (typeof expected)[number];
    const change = changed.find(
      ({ text, since }) => text === committed.text && !isOlder(version as string, since),
    );
    const same = (all: TypedArray): TypedArray =>
      change === undefined ? all : Uint16Array.from(all as Uint16Array, change.same);
    const found = difference(dtype, same(right.elements), same(elements), tolerance);
    if (found !== undefined) return `${committed.text}: ${found}`;
  }
  return undefined;
}
