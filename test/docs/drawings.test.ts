// The drawings in docs/images are written from the code, and so is what they show.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { architectureDrawing, layers } from "../../tools/architecture-drawing.js";
import { familiesPicture } from "../../tools/families-picture.js";
import { figuresPicture } from "../../tools/figures-picture.js";
import { terminalPicture } from "../../tools/terminal-picture.js";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("the drawing of the layers", () => {
  it("is up to date (npm run docs:drawings)", () => {
    expect(read("docs/images/architecture.svg")).toBe(architectureDrawing());
  });

  it("shows folders that src/ has", () => {
    const folders = readdirSync(new URL("../../src", import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders).toEqual(expect.arrayContaining(layers.map(([name]) => name)));
  });
});

describe("the pictures of the README", () => {
  it.each([
    { name: "terminal.svg", text: terminalPicture },
    { name: "families.svg", text: familiesPicture },
    { name: "figures.svg", text: figuresPicture },
  ])("$name is up to date (npm run docs:drawings)", ({ name, text }) => {
    expect(read(`docs/images/${name}`)).toBe(text());
  });
});
