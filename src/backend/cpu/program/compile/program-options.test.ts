import { describe, expect, it } from "vitest";
import { sortOptions } from "./program-options.js";

describe("sortOptions", () => {
  it("keeps the compiler's options in order and drops the linker's", () => {
    const line =
      "-O3 -o prog -Iinclude -L/usr/lib -isystem third -lcublas -l curand -Xlinker -s -DN=1 -march=native";
    expect(sortOptions(line.split(" "), "/home")).toEqual({
      compile: ["-O3", "-I", "/home/include", "-I", "/home/third", "-DN=1"],
      notes: [],
    });
  });

  it("leaves values of the compiler's options with them", () => {
    const line = "-Xcompiler -fopenmp -Xptxas -v -D N=1 --default-stream per-thread -Xcompiler";
    expect(sortOptions(line.split(" "), "/home").compile).toEqual(line.split(" "));
  });

  it("tells that OpenMP has one thread", () => {
    const note = "-fopenmp is left out: host code has one thread for `#pragma omp` on the cpu device";
    for (const options of [["-fopenmp"], ["-Xcompiler", "-fopenmp"], ["-Xcompiler=-O3,-fopenmp"]]) {
      expect(sortOptions([...options, "-DN"], "/home").notes).toEqual([note]);
    }
    expect(sortOptions(["-Xcompiler", "-Wall", "-DN"], "/home").notes).toEqual([]);
  });

  it("tells of libraries that are not there", () => {
    expect(sortOptions(["-lnccl", "-lm"], "/home").notes).toEqual([
      "-lnccl is left out: the cpu device links no libraries of the system",
    ]);
  });
});
