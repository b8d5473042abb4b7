// The drawings in docs/images are written from the code, and so is what they show.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { architectureDrawing } from "../../tools/architecture-drawing.js";
import { familiesPicture } from "../../tools/families-picture.js";
import { figuresPicture } from "../../tools/figures-picture.js";
import { kernelDrawing, kernelFiles } from "../../tools/kernel-drawing.js";
import { layers } from "../../tools/layers.js";
import { terminalPicture } from "../../tools/terminal-picture.js";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("the page on the architecture", () => {
  it.each([
    { name: "architecture.svg", text: architectureDrawing },
    { name: "kernel.svg", text: kernelDrawing },
  ])("$name is up to date (npm run generate)", ({ name, text }) => {
    expect(read(`docs/images/${name}`)).toBe(text());
  });

  it("names files and folders that are there", () => {
    const page = read("docs/architecture.md");
    const named = Array.from(
      page.matchAll(/`((?:src|test|tools|bench|include|libraries)\/[\w./-]*)`/g),
      ([, path = ""]) => path,
    );
    const paths = [...named, ...kernelFiles];
    expect(named.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
  });

  it("shows folders that src/ has", () => {
    expect(layers.filter((layer) => !existsSync(new URL(`../../src/${layer}`, import.meta.url)))).toEqual([]);
  });
});

describe("the pictures of the README", () => {
  it.each([
    { name: "terminal.svg", text: terminalPicture },
    { name: "families.svg", text: familiesPicture },
    { name: "figures.svg", text: figuresPicture },
  ])("$name is up to date (npm run generate)", ({ name, text }) => {
    expect(read(`docs/images/${name}`)).toBe(text());
  });
});
