import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { userFrame } from "../../host/creation-site.js";
import { formatLeaks } from "./leak-report.js";

const array = (text: string, site?: string) => ({ kind: "array", text, site });

describe("the leak report", () => {
  it("is empty when nothing is left", () => {
    expect(formatLeaks([], 0)).toBe("");
    expect(formatLeaks([{ kind: "module", text: "1 kernel: add", site: "a.ts:1:1" }], 0)).toBe("");
  });

  it("groups by place, the most frequent first", () => {
    const report = formatLeaks([array("x", "a.ts:1:1"), array("y", "b.ts:2:2"), array("z", "b.ts:2:2")], 3);
    expect(report).toMatchInlineSnapshot(`
      "cuts: 3 handles not disposed at exit
        array y and 1 more, made at b.ts:2:2
        array x, made at a.ts:1:1
      cuts: 3 handles were left to the garbage collector"
    `);
  });

  it("is bounded", () => {
    const many = Array.from({ length: 100 }, (_, index) => array("x", `a.ts:${index}:1`));
    expect(formatLeaks(many, 0).split("\n")).toHaveLength(42);
  });

  it("is printed by CUTS_DEBUG=1 when the process ends, with the line that made the leak", async () => {
    const program = fileURLToPath(new URL("../../../test/runtime/leak.ts", import.meta.url));
    const env = { ...process.env, CUTS_DEBUG: "1" };
    const { stderr } = await promisify(execFile)(process.execPath, ["--import", "tsx", program], { env });
    expect(stderr).toMatch(
      /1 handle not disposed at exit\n {2}array int32\[7\] on fake:0, made at .*leak\.ts:10:\d+/,
    );
  });
});

describe("the place in the user's program", () => {
  it("is the first frame outside CuTS and Node", () => {
    const own = new URL("./handle.js", import.meta.url).href;
    const lines = [
      "Error: site",
      `    at openHandle (${own}:3:4)`,
      "    at node:internal/x:1:2",
      "    at main (/app/main.ts:9:1)",
    ];
    expect(userFrame(lines)).toBe("/app/main.ts:9:1");
    expect(userFrame(["Error", "    at file:///app/main.ts:1:2"])).toBe("file:///app/main.ts:1:2");
    expect(userFrame(["Error", "    at node:internal/x:1:2"])).toBeUndefined();
  });

  it("is found in stacks of Bun, and where source maps lead into src/", () => {
    const own = new URL("./handle.js", import.meta.url).pathname;
    expect(userFrame([`openHandle (${own}:3:4)`, "main (/app/main.ts:9:1)"])).toBe("/app/main.ts:9:1");
    expect(userFrame([`openHandle (${own}:3:4)`, "/app/main.ts:9:1"])).toBe("/app/main.ts:9:1");
    const built = new URL("../../dist/index.js", import.meta.url).href;
    expect(userFrame([`    at launch (${built}:1:2)`, `    at launch (${own}:3:4)`])).toBeUndefined();
  });
});
