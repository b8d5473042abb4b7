import { describe, expect, it } from "vitest";
import { dlopen } from "../ffi/dlopen.js";
import { findLibrary, loadedPath } from "./find-library.js";

describe.skipIf(process.platform !== "linux")(
  "libraries on Linux (skipped: other systems do not list them)",
  () => {
    it("names the file behind a loaded library, whatever version its name carries", () => {
      using _library = dlopen("m", { cos: "double(double)" });
      expect(loadedPath("libm.so.999")).toMatch(/^\/.*\/libm\.so/);
      expect(loadedPath("/any/absolute/path.so")).toBe("/any/absolute/path.so");
      expect(loadedPath("libnone-such.so")).toBeUndefined();
    });

    it("takes the first name that opens and says why others do not", () => {
      const missing = "libnone-such.so.1";
      expect(findLibrary([missing])).toEqual({
        name: undefined,
        tried: [expect.stringMatching(`^${missing}: .+`)],
      });
      expect(findLibrary([missing, "m"])).toMatchObject({ name: expect.stringMatching(/^libm/) });
    });
  },
);
