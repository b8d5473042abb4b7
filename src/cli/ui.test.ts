import { describe, expect, it, vi } from "vitest";
import { describeFailure } from "./failure.js";
import { ArgumentTypeError, CutsError } from "../core/errors.js";
import { alignColumns, createUi, type Output, wantsColour } from "./ui.js";

/** A stream that keeps what it is given. */
function collector(isTTY: boolean, columns?: number): Output & { readonly text: string } {
  const parts: string[] = [];
  return {
    isTTY,
    columns,
    write: (text) => parts.push(text),
    get text() {
      return parts.join("");
    },
  };
}

describe("colour", () => {
  it.each([
    { tty: true, environment: {}, colour: true },
    { tty: false, environment: {}, colour: false },
    { tty: true, environment: { NO_COLOR: "1" }, colour: false },
    { tty: true, environment: { NO_COLOR: "" }, colour: true },
    { tty: true, environment: { TERM: "dumb" }, colour: false },
    { tty: false, environment: { FORCE_COLOR: "1" }, colour: true },
    { tty: true, environment: { FORCE_COLOR: "0" }, colour: false },
    { tty: true, environment: { FORCE_COLOR: "1", NO_COLOR: "1" }, colour: false },
  ])("terminal $tty with $environment: $colour", ({ tty, environment, colour }) => {
    expect(wantsColour(collector(tty), environment)).toBe(colour);
    const ui = createUi({ out: collector(tty), err: collector(false), environment });
    expect(ui.tone("good", "yes")).toBe(colour ? "\u001B[32myes\u001B[39m" : "yes");
  });
});

describe("columns", () => {
  it("aligns by what is seen, not by escape codes", () => {
    const green = "\u001B[32mok\u001B[39m";
    expect(
      alignColumns([
        [green, "a", "1"],
        ["failed", "bbb"],
      ]),
    ).toEqual([`${green}      a    1`, "failed  bbb"]);
  });
});

describe("the two streams", () => {
  it("keeps results and notes apart", () => {
    const out = collector(false);
    const err = collector(false);
    const ui = createUi({ out, err, environment: {} });
    ui.print("result");
    ui.note("by the way");
    ui.print();
    expect(out.text).toBe("result\n\n");
    expect(err.text).toBe("by the way\n");
  });
});

describe("the spinner", () => {
  it("is silent where nobody watches", () => {
    const err = collector(false);
    createUi({ out: collector(true), err, environment: {} }).spin("working")();
    expect(err.text).toBe("");
  });

  it("turns, fits the terminal and leaves no trace", () => {
    vi.useFakeTimers();
    try {
      const err = collector(true, 10);
      const stop = createUi({ out: collector(false), err, environment: {} }).spin("a long piece of work");
      vi.advanceTimersByTime(160);
      stop();
      vi.advanceTimersByTime(1000);
      const clear = "\r\u001B[2K";
      expect(err.text).toBe(`${clear}⠋ a long ${clear}⠙ a long ${clear}⠹ a long ${clear}`);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("failures", () => {
  it("shows the message of an expected error, and the stack when debugging", () => {
    for (const error of [
      new CutsError("CUTS_COMPILE", "Cannot do it"),
      new ArgumentTypeError("CUTS_OPERAND", "Cannot do it"),
    ]) {
      expect(describeFailure(error, undefined)).toBe("error: Cannot do it");
      expect(describeFailure(error, "0")).toBe("error: Cannot do it");
      expect(describeFailure(error, "1")).toContain("ui.test.ts");
    }
  });

  it("shows the stack of anything else", () => {
    expect(describeFailure(new TypeError("x is undefined"), undefined)).toMatch(
      /^error: unexpected, please report it\nTypeError: x is undefined\n +at /,
    );
    expect(describeFailure("thrown text", undefined)).toBe("error: thrown text");
  });
});
