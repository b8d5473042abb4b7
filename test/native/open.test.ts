// Opening libraries that were compiled here: the ways to name one, and what is said when it does not work.

import { copyFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { dlopen } from "../../src/ffi/dlopen.js";
import { openRawLibrary } from "../../src/ffi/raw-library.js";
import { compileLibrary, noCompiler } from "./compile.js";

const linux = process.platform === "linux";
const source = `
int answer(void) { return 42; }
int answer_all(void) { return 43; }
// What a C++ compiler makes of launch_sum(const float*, int).
void _Z10launch_sumPKfi(const float* values, int n) { (void)values; (void)n; }
`;

describe.skipIf(noCompiler !== undefined)(
  `opening${noCompiler === undefined ? "" : ` (skipped: ${noCompiler})`}`,
  () => {
    const path = noCompiler === undefined ? compileLibrary("answer", source) : "";

    it("takes absolute and relative paths, with and without extension, and URLs", () => {
      const relativePath = `./${relative(process.cwd(), path)}`;
      for (const name of [path, relativePath, path.replace(/\.so$/, ""), pathToFileURL(path)]) {
        using lib = dlopen(name, { answer: "int()" });
        expect(lib.answer()).toBe(42);
      }
    });

    it("opens a library twice, and closing one leaves the other", () => {
      const first = dlopen(path, { answer: "int()" });
      const second = dlopen(path, { answer: "int()" });
      first.dispose();
      expect(second.answer()).toBe(42);
      second.dispose();
    });

    it.runIf(linux)("on Linux: names near symbols, and C++ names that lack extern C", () => {
      expect(() => dlopen(path, { anwser: "int()" })).toThrow(
        'Cannot find a symbol in libanswer.so: the library must export it (got "anwser")\nTry: answer',
      );
      expect(() => dlopen(path, { launch_sum: "void(const float values[n], int n)" })).toThrow(
        'Try: declare it extern "C" in the C++ source (it is exported as _Z10launch_sumPKfi)',
      );
      expect(() => openRawLibrary(path).bind("answer_al", "int32", [])).toThrow(/Try: answer_all/);
    });

    it.runIf(linux)("on Linux: says that the loader does not look into the current folder", () => {
      const folder = process.cwd();
      try {
        process.chdir(dirname(path));
        expect(() => dlopen(basename(path), { answer: "int()" })).toThrow('Try: "./libanswer.so"');
      } finally {
        process.chdir(folder);
      }
    });

    it.runIf(linux)("on Linux: tells which dependency is missing", () => {
      const folder = dirname(path);
      copyFileSync(path, join(folder, "libdependency.so"));
      const dependent = compileLibrary(
        "dependent",
        "int answer(void); int twice(void) { return 2 * answer(); }",
        [`-L${folder}`, "-l:libdependency.so"],
      );
      expect(() => dlopen(dependent, { twice: "int()" })).toThrow(
        /libdependent\.so: libdependency\.so: cannot open shared object file.*\nTry: check that the file is a library/,
      );
    });
  },
);
