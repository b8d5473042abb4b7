import { describe, expect, it } from "vitest";
import { dependencies } from "./make-rules.js";

describe("dependencies", () => {
  it("reads the rules that nvcc -M prints", () => {
    const rules = "main.o : main.cu \\\n    inc/a\\ b.h /usr/include/stdio.h\nother.o : other.cu main.cu\n";
    expect(dependencies(rules, "/home/user")).toEqual([
      "/home/user/main.cu",
      "/home/user/inc/a b.h",
      "/usr/include/stdio.h",
      "/home/user/other.cu",
    ]);
  });
});
