import { describe, expect, it } from "vitest";
import { readLaunchArguments } from "./commands/launch-arguments.js";
import { nodeArguments, rankOfLine } from "./launch-command.js";

describe("cuts launch", () => {
  it("sorts its words: options up to the program, and the rest for the program", () => {
    expect(readLaunchArguments(["-n", "4", "--hosts=h.txt", "train.ts", "-n", "7"])).toEqual({
      ranks: 4,
      hosts: "h.txt",
      program: "train.ts",
      programArgs: ["-n", "7"],
    });
    expect(readLaunchArguments(["train.js"])).toMatchObject({ ranks: 1, program: "train.js" });
  });

  it.each([
    [["-n", "0", "x.js"], "-n must be a number of processes (got 0)"],
    [["-n"], "-n needs a value"],
    [["-n", "2"], "a program (*.js, *.ts) is missing"],
    [["-x", "x.js"], "it has no option -x"],
  ])("tells what is wrong with %j", (words, mistake) => {
    expect(readLaunchArguments(words).mistake).toBe(mistake);
  });

  it("puts ranks before lines", () => {
    expect(rankOfLine("[1,3]<stdout>: hello", /^\[\d+,(\d+)\]<std(?:out|err)>: ?/)).toBe("[3] hello");
    expect(rankOfLine("mpirun noticed", /^\[(\d+)\] /)).toBe("mpirun noticed");
  });

  it("runs TypeScript by tsx where that is installed", () => {
    expect(nodeArguments("a.js")).toEqual([]);
    expect(nodeArguments("a.mts")).toEqual(["--import", expect.stringContaining("tsx")]);
  });
});
