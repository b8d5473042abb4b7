// What the release workflow asks for: the version of package.json has its section.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("CHANGELOG.md begins with a section for the version of package.json", () => {
  const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  const { version } = JSON.parse(read("package.json")) as { readonly version: string };
  expect(/^## (.*)$/m.exec(read("CHANGELOG.md"))?.[1]).toMatch(
    new RegExp(String.raw`^\[${version.replaceAll(".", String.raw`\.`)}\] - (unreleased|\d{4}-\d\d-\d\d)$`),
  );
});
