import { describe, expect, it } from "vitest";
import { readLaunchArguments } from "./commands/launch-arguments.js";
import { HostLines } from "./host-lines.js";
import { hostsMistake } from "./hosts-file.js";
import { mpiCommand, nodeArguments } from "./launch-command.js";

describe("cuts launch", () => {
  it("sorts its words: options up to the program, and the rest for the program", () => {
    expect(readLaunchArguments(["-n", "4", "--hosts=h.txt", "train.ts", "-n", "7"])).toEqual({
      ranks: 4,
      hosts: "h.txt",
      variables: [],
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
    [["--env", "A=1", "x.js"], "--env must be the name of a variable (got A=1)"],
  ])("tells what is wrong with %j", (words, mistake) => {
    expect(readLaunchArguments(words).mistake).toBe(mistake);
  });

  const job = { ranks: 2, words: ["node", "a.js"], variables: ["MY_FILE"] };
  const environment = { CUTS_DEVICE: "cpu", NODE_OPTIONS: "", HOME: "/root", NCCL_DEBUG: "INFO" };

  it("puts ranks before lines, which stay as they are", () => {
    const take = (line: string, openMpi: number | undefined): readonly string[] =>
      new HostLines(mpiCommand({ ...job, hosts: undefined }, openMpi).tag).take(line);
    expect(take("[1,3]<stdout>:  hello", 4)).toEqual(["[3]   hello"]);
    expect(take("[1,3]<stderr>: hello", 5)).toEqual(["[3] hello"]);
    expect(take("[prterun-a-1@1,3]<stdout>: hello", 5)).toEqual(["[3] hello"]);
    expect(take("[3] hello", undefined)).toEqual(["[3] hello"]);
    expect(take("mpirun noticed", undefined)).toEqual(["mpirun noticed"]);
  });

  it("gives ranks on other machines the variables that they need", () => {
    expect(mpiCommand({ ...job, hosts: "h.txt" }, 4, environment).args).toEqual(
      "--tag-output --hostfile h.txt -x CUTS_DEVICE -x NCCL_DEBUG -x MY_FILE -n 2 node a.js".split(" "),
    );
    expect(mpiCommand({ ...job, hosts: undefined }, 4, environment).args).not.toContain("-x");
    // MPICH gives them all.
    expect(mpiCommand({ ...job, hosts: "h.txt" }, undefined, environment).args).toEqual(
      "-prepend-rank -f h.txt -n 2 node a.js".split(" "),
    );
  });

  it.each([
    ["a slots=2\nb slots=2 # the other\n", 4, true, undefined],
    ["a\nb", 64, true, undefined],
    ["a:2\nb:2", 4, false, undefined],
    ["\n# none\n", 1, true, "it names no host"],
    ["a slots=2\nb slots=2", 5, true, "its hosts have 4 slots, and there are 5 ranks"],
    [
      "a slots=two",
      1,
      true,
      "line 1 must be a host with its processes, as in host slots=2 (got a slots=two)",
    ],
    ["a slots=2", 2, false, "line 1 must be a host with its processes, as in host:2 (got a slots=2)"],
    ["a\nb:x", 2, false, "line 2 must be a host with its processes, as in host:2 (got b:x)"],
  ])("reads the hosts %j of %i ranks", (text, ranks, isOpenMpi, mistake) => {
    expect(hostsMistake(text, ranks, isOpenMpi)).toBe(mistake);
  });

  it("runs TypeScript by tsx where that is installed", () => {
    expect(nodeArguments("a.js")).toEqual([]);
    expect(nodeArguments("a.mts")).toEqual(["--import", expect.stringContaining("tsx")]);
  });
});
