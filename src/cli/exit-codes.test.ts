import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commands } from "./commands.js";
import { exitCodes } from "./exit-codes.js";
import { runCli } from "./run-cli.js";

async function codeOf(line: string): Promise<number> {
  const nowhere = { write: () => {} };
  return await runCli(line.split(" "), { out: nowhere, err: nowhere, environment: {} });
}

const words = commands.flatMap((one) =>
  "commands" in one ? one.commands.map(({ name }) => `${one.name} ${name}`) : [one.name],
);

describe("the exit code", () => {
  it.each(words)("of `cuts %s` is 0 for its help and 2 for an option that it does not have", async (name) => {
    expect(await codeOf(`${name} --help`)).toBe(0);
    expect(await codeOf(`${name} --no-such-option`)).toBe(2);
  });

  it.each(["run", "check", "launch", "types", "build"])(
    "of `cuts %s` is 2 for a file that is not there",
    async (name) => {
      expect(await codeOf(`${name} no-such-file.cu`)).toBe(2);
    },
  );

  it("is listed for all commands on one page", () => {
    const page = readFileSync(new URL("../../docs/exit-codes.md", import.meta.url), "utf8");
    for (const { name } of commands) expect(page).toContain(`\`${name}\``);
    for (const code of Object.values(exitCodes)) expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, "m"));
  });
});
