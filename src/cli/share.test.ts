import { describe, expect, it } from "vitest";
import { runCli } from "./run-cli.js";

async function share(...words: string[]): Promise<{ code: number; err: string }> {
  let err = "";
  const io = {
    out: { write: () => {} },
    err: { write: (text: string) => void (err += text) },
    environment: {},
  };
  return { code: await runCli(["share", ...words], io), err };
}

const node = process.execPath;

describe("cuts share", () => {
  it("runs a command with a compiler that others can reach, and ends with its code", async () => {
    const connected = `require("net").connect(process.env.CUTS_COMPILER).on("connect", () => process.exit(5))`;
    expect(await share(node, "-e", connected)).toEqual({ code: 5, err: "" });
    expect((await share("--", node, "-e", "process.exit(0)")).code).toBe(0);
  });

  it.skipIf(process.platform === "win32")(
    "ends as a shell does when the command was killed (skipped: no signals)",
    async () => {
      expect((await share(node, "-e", "process.kill(process.pid, 'SIGKILL')")).code).toBe(137);
    },
  );

  it.each([
    [["--"], 2, "a command is missing"],
    [["--processes"], 2, "it has no option --processes"],
    [["no-such-command-anywhere"], 127, "Cannot run no-such-command-anywhere"],
  ])("says what is wrong: %j", async (words, code, why) => {
    expect(await share(...words)).toEqual({ code, err: expect.stringContaining(why) });
  });
});
