import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CompileError } from "../../../../core/errors.js";
import { packageFolder } from "../../../../host/assets.js";
import { explainRefusal } from "./refusals.js";

const explained = (log: string, ...files: readonly { path: string; text: string }[]): string =>
  explainRefusal(new CompileError("CUTS_COMPILE", `Cannot compile a.cu: ${log}`, log), files).message;

describe("explainRefusal", () => {
  it("tells of a refused header where it is included, and of nothing that follows", () => {
    const header = join(packageFolder(), "include", "cuts", "cuda", "cudnn.h");
    const log = `${header}:2:2: error: "cuDNN: not supported on the cpu device"\n/a.cu:2:1: error: no cuDNN`;
    const source = { path: "/a.cu", text: '#include "own.h"\n' };
    const own = { path: "/own.h", text: "// first\n#  include <cudnn.h>\n" };
    expect(explained(log, source, own)).toBe(
      "Cannot compile /a.cu: cuDNN: not supported on the cpu device\n" +
        "/own.h:2:1: error: cuDNN: not supported on the cpu device\n" +
        "    2 | #  include <cudnn.h>\n      | ^",
    );
  });

  it("leaves other errors as they are", () => {
    const error = new CompileError("CUTS_COMPILE", "Cannot compile a.cu: x", "/a.cu:1:1: error: x");
    expect(explainRefusal(error, [])).toBe(error);
  });
});
