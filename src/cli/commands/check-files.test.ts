import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { CheckReport } from "../../index.js";
import { toJson, toSarif } from "./check-files.js";

const place = { file: "sum.cu", line: 7, column: 5 };
const race: CheckReport = {
  ...place,
  kind: "race",
  message: "race in shared memory",
  detail: "two threads write s[0]",
  hint: "a barrier between them",
  kernel: "sum",
  other: { ...place, line: 0, column: 0, access: "write", block: [0, 0, 0], thread: [1, 0, 0] },
  count: 3,
};

describe("reports as files", () => {
  it("are JSON with a version", () => {
    expect(JSON.parse(toJson([race]))).toEqual({ version: 1, reports: [race] });
    expect(JSON.parse(toJson([]))).toEqual({ version: 1, reports: [] });
  });

  it("are SARIF, with the other access of a race, and no region where the line is not known", () => {
    const { version, runs } = JSON.parse(toSarif([race, { ...race, count: 1 }])) as {
      version: string;
      runs: { tool: unknown; results: unknown[] }[];
    };
    expect(version).toBe("2.1.0");
    expect(runs[0]?.tool).toEqual({ driver: { name: "cuts check", rules: [{ id: "race" }] } });
    expect(runs[0]?.results[0]).toEqual({
      ruleId: "race",
      level: "error",
      message: { text: "race in shared memory: two threads write s[0]\nTry: a barrier between them" },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "sum.cu" },
            region: { startLine: 7, startColumn: 5 },
          },
        },
      ],
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: "sum.cu" } } }],
      occurrenceCount: 3,
    });
    expect(runs[0]?.results).toHaveLength(2);
  });

  it("name files as code hosts do: from the current directory, or by a whole address", () => {
    const uriOf = (file: string): unknown => {
      const log = JSON.parse(toSarif([{ ...race, file }])) as {
        runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
      };
      return log.runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri;
    };
    expect(uriOf(resolve("kernels", "a b.cu"))).toBe("kernels/a%20b.cu");
    expect(uriOf("kernels/sum.cu")).toBe("kernels/sum.cu");
    const elsewhere = resolve("..", "sum.cu");
    expect(uriOf(elsewhere)).toBe(pathToFileURL(elsewhere).href);
  });
});
