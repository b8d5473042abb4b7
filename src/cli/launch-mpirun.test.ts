// `cuts launch` with a stand-in for mpirun that says what it was given: what is wrong is told before anything is started.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCli } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-launch-"));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe.skipIf(process.platform === "win32")("cuts launch, with mpirun", () => {
  const program = file("train.mjs", "");
  const hosts = file("hosts.txt", "alpha slots=2\nbeta slots=2\n");

  beforeAll(() => {
    const script = `#!/bin/sh
if [ "$1" = --version ]; then echo "\${STAND_IN_VERSION:-mpirun (Open MPI) 4.1.4}"; exit 0; fi
case "$*" in *killed*) echo "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)"; exit 9; esac
case "$*" in *left-behind*) sleep 60 & esac
for word in "$@"; do echo "[1,1]<stdout>:$word"; done
echo "[1,0]<stderr>:  a line" >&2
exit 7
`;
    chmodSync(file("mpirun", script), 0o755);
    vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"] ?? ""}`);
    vi.stubEnv("CUTS_DIST_TIMEOUT", "30");
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  async function launch(...words: string[]): Promise<{ code: number; out: string[]; err: string }> {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCli(["launch", ...words], {
      out: { write: (text) => void out.push(text) },
      err: { write: (text) => void err.push(text) },
      environment: {},
    });
    return { code, out: out.join("").trim().split("\n"), err: err.join("") };
  }

  it("gives it hosts, variables and the program, and has its exit code", async () => {
    const { code, out, err } = await launch(
      "-n",
      "4",
      "--hosts",
      hosts,
      "--env",
      "HOME",
      program,
      "--n",
      "1",
    );
    expect(code).toBe(7);
    const given = out.map((line) => line.replace("[1] ", ""));
    expect(given.join(" ")).toContain(`--hostfile ${hosts} -x `);
    expect(given).toContain("CUTS_DIST_TIMEOUT");
    expect(given).toContain("HOME");
    expect(given.join(" ")).toContain(" -n 4 /bin/sh -c ");
    expect(given.slice(-4)).toEqual([process.execPath, program, "--n", "1"]);
    expect(err).toContain("[0]   a line");
  });

  it.each([
    [["-n", "5", "--hosts", hosts, program], "its hosts have 4 slots, and there are 5 ranks"],
    [["--hosts", join(folder, "none.txt"), program], `there is no file ${join(folder, "none.txt")}`],
    [["--hosts", program, program], "it names no host"],
    [[join(folder, "none.mjs")], `there is no file ${join(folder, "none.mjs")}`],
  ])("says what is wrong with %j", async (words, mistake) => {
    const { code, err } = await launch(...words);
    expect(err).toContain(mistake);
    expect(code).toBe(2);
  });

  it("has the code of a shell where MPICH's says that a signal ended a rank", async () => {
    vi.stubEnv("STAND_IN_VERSION", "HYDRA build details:");
    expect((await launch(program, "killed")).code).toBe(137);
    vi.stubEnv("STAND_IN_VERSION", "");
    expect((await launch(program, "killed")).code).toBe(9);
  });

  it("ends with mpirun, whatever that has left behind", async () => {
    expect((await launch(program, "left-behind")).code).toBe(7);
  });

  it("finds a program without its extension", async () => {
    file("plain.js", "");
    expect((await launch(join(folder, "plain"))).code).toBe(7);
  });
});
