// What examples share: options, help, plots.

import { describe, expect, it } from "vitest";
import { plot } from "../../examples/shared/plot.js";
import { helpText, readOptions } from "../../examples/shared/program.js";

const options = {
  width: [640, "pixels across"],
  out: ["a.png", "the picture"],
  loud: [false, "says more"],
} as const;

describe("the options of an example", () => {
  it("have their defaults, and the types of these", () => {
    expect(readOptions([], options)).toEqual({
      device: undefined,
      help: false,
      values: { width: 640, out: "a.png", loud: false },
    });
    expect(readOptions(["--width", "3", "--loud", "--device=cpu", "--out", "b.png"], options)).toEqual({
      device: "cpu",
      help: false,
      values: { width: 3, out: "b.png", loud: true },
    });
  });

  it("refuse what is not there, and numbers that are none", () => {
    expect(() => readOptions(["--wide", "3"], options)).toThrow("'--wide'");
    expect(() => readOptions(["--width", "wide"], options)).toThrow("--width must be a number (got wide)");
    expect(() => readOptions(["--width", ""], options)).toThrow("--width must be a number");
    expect(() => readOptions(["more"], options)).toThrow("more");
  });

  it("are in the help, after what the example says of itself", () => {
    const source = "// Draws.\n// It draws well.\n\n// Not this.\n";
    expect(helpText(source, options).split("\n")).toEqual([
      "Draws.",
      "It draws well.",
      "",
      "Options:",
      "  --width <number>  pixels across (640)",
      "  --out <text>      the picture (a.png)",
      "  --loud            says more",
      "  --device <id>     cpu, cuda:0, …; a GPU by default where there is one",
      "  --help            this text",
    ]);
  });
});

describe("a plot", () => {
  it("has its shapes where the axes say", () => {
    const text = plot(
      [
        {
          kind: "line",
          points: [
            [1, 0],
            [100, 2],
          ],
          label: "a < b",
        },
        {
          kind: "band",
          points: [
            [1, 0],
            [10, 0],
          ],
          upper: [
            [1, 1],
            [10, 2],
          ],
        },
        { kind: "dots", points: [[10, 1]], colour: "#000" },
      ],
      { title: "A & B", logX: true },
    );
    expect(text).toContain('<polyline points="60.0,310.0 620.0,36.0" fill="none" stroke="#0072b2"');
    expect(text).toContain('<polygon points="60.0,310.0 340.0,310.0 340.0,36.0 60.0,173.0"');
    expect(text).toContain('<path d="M340.0,173.0h0" stroke="#000"');
    expect(text).toContain("A &amp; B");
    expect(text).toContain(">a &lt; b</text>");
    expect(text).toContain(">100</text>");
  });

  it("stands where all values are one", () => {
    expect(
      plot(
        [
          {
            kind: "line",
            points: [
              [1, 5],
              [1, 5],
            ],
          },
        ],
        { title: "" },
      ),
    ).toContain('points="340.0,173.0');
  });
});
