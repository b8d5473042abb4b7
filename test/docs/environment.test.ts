// docs/environment.md has every variable of CuTS that src/ reads, and no other.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { environmentDocs, environmentVariables } from "../../tools/environment-docs.js";

const src = fileURLToPath(new URL("../../src", import.meta.url));
const text = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(ts|js)$/.test(path) && !path.includes(".test"))
  .map((path) => readFileSync(`${src}/${path}`, "utf8"))
  .join("\n");

/** `env["NAME"]`, `variable("NAME")`, `readEnvironmentNumber("NAME")`, `variable: "NAME"`, lists of names, `const { NAME } = environment`, and `placeOf(environment, "NAME")`. */
function namesThatAreRead(): Set<string> {
  const quoted =
    /(?:env(?:ironment)?\[|readEnvironmentNumber\(|\bvariable\(|variable: |settingNames = \[[^\]]*?)"(CUTS_\w+)"/g;
  const lists = [
    ...text.matchAll(
      /settingNames = \[([^\]]*)\]|const \{([^}]*)\} = (?:process\.env|environment)|\(environment, ([^)]*)\)/g,
    ),
  ];
  const listed = lists.flatMap(([, ...names]) => [...names.join(" ").matchAll(/\b(CUTS_\w+)/g)]);
  return new Set([...text.matchAll(quoted), ...listed].map(([, name = ""]) => name));
}

describe("the environment variables", () => {
  it("are those of docs/environment.md (npm run generate)", () => {
    const written = readFileSync(new URL("../../docs/environment.md", import.meta.url), "utf8");
    expect(written).toBe(environmentDocs());
  });

  it("are listed if src/ reads them, and only then", () => {
    expect(Object.keys(environmentVariables).sort()).toEqual([...namesThatAreRead()].sort());
  });
});
