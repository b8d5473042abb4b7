import { describe, expect, it } from "vitest";
import { readRunArguments } from "./run-arguments.js";

const read = (line: string) => readRunArguments(line.split(" ").filter((word) => word !== ""));
const none = { compileOptions: [], programArgs: [], device: undefined, timeoutMs: undefined };

describe("the words after cuts run", () => {
  it("gives what follows the source to the program", () => {
    expect(read("saxpy.cu 1000 -v --timeout 3")).toEqual({
      ...none,
      sources: ["saxpy.cu"],
      programArgs: ["1000", "-v", "--timeout", "3"],
    });
  });

  it("takes options before the source, with their values", () => {
    expect(read("-O3 -I include.cu -DN=4 --device cpu --timeout=500ms a.cu b.cpp data.txt c.cu")).toEqual({
      sources: ["a.cu", "b.cpp"],
      compileOptions: ["-O3", "-I", "include.cu", "-DN=4"],
      programArgs: ["data.txt", "c.cu"],
      device: "cpu",
      timeoutMs: 500,
    });
  });

  it("takes sources and options in any order before --", () => {
    expect(read("a.cu -std=c++20 b.cu --device=cuda -- x.cu -- y")).toEqual({
      ...none,
      sources: ["a.cu", "b.cu"],
      compileOptions: ["-std=c++20"],
      programArgs: ["x.cu", "--", "y"],
      device: "cuda",
    });
  });

  it("reads times", () => {
    expect(read("--timeout 10 a.cu").timeoutMs).toBe(10_000);
    expect(read("--timeout 1.5s a.cu").timeoutMs).toBe(1500);
    expect(read("--timeout 2m a.cu").timeoutMs).toBe(120_000);
  });

  it("says what is wrong", () => {
    expect(read("-O3").mistake).toBe("a source file (*.cu) is missing");
    expect(read("a.cu notes.txt -- 1").mistake).toBe("notes.txt is neither an option nor a source (*.cu)");
    expect(read("--timeout soon a.cu").mistake).toBe(
      "--timeout must be a time such as 10, 10s or 500ms (got soon)",
    );
    expect(read("a.cu --device --").mistake).toBe("--device needs a value");
  });
});
