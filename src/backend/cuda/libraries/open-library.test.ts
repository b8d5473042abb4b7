import { describe, expect, it } from "vitest";
import { LibraryNotFoundError } from "../../../core/errors.js";
import { optionalLibrary } from "./open-library.js";

describe("optionalLibrary", () => {
  it("opens a library once", () => {
    let opened = 0;
    const library = optionalLibrary(() => ({ opened: ++opened }));
    expect(opened).toBe(0);
    expect(library()).toBe(library());
    expect(opened).toBe(1);
  });

  it("looks once for a library that is not there", () => {
    let looked = 0;
    const library = optionalLibrary(() => {
      looked++;
      throw new LibraryNotFoundError("CUTS_LIBRARY_NOT_FOUND", "not there");
    });
    expect(library()).toBeUndefined();
    expect(library()).toBeUndefined();
    expect(looked).toBe(1);
  });

  it("passes every other error on", () => {
    const library = optionalLibrary(() => {
      throw new RangeError("broken");
    });
    expect(library).toThrow("broken");
  });
});
