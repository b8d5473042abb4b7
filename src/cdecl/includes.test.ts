import { describe, expect, it } from "vitest";
import { findIncludes, includes } from "./includes.js";

describe("includes", () => {
  it("are found in every form, with the line they begin on", () => {
    const text =
      '#include <a.h>\n  # include "b/c.h" // why\n#include_next<d.h>\n#include HEADER\nint include;\n';
    expect(findIncludes(text).map(({ name, isQuoted }) => [name, isQuoted])).toEqual([
      ["a.h", false],
      ["b/c.h", true],
      ["d.h", false],
      [undefined, false],
    ]);
    expect(text.slice(findIncludes(text)[1]?.offset)).toMatch(/^ {2}# include "b/);
  });

  it("are asked for by their whole name", () => {
    expect(includes("#include <cuts/extension.h>", "cuts/extension.h")).toBe(true);
    expect(includes('#include "my/cuts/extension.h"', "cuts/extension.h")).toBe(false);
    expect(includes('const char* s = "#include <cuts/extension.h>";', "cuts/extension.h")).toBe(false);
  });
});
