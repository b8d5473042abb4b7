import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textsOf } from "./local-headers.js";

describe("textsOf", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cuts-headers-"));
    mkdirSync(join(folder, "common"));
    writeFileSync(join(folder, "a.h"), '#include "b.h"\n#include <helper.h>\n');
    writeFileSync(join(folder, "b.h"), '#include "a.h"\nint b;\n');
    writeFileSync(join(folder, "common/helper.h"), "#include <vector>\n");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("follows headers beside the source and in include directories, each once", () => {
    const source = {
      path: join(folder, "main.cu"),
      text: '#include "a.h"\n  # include "absent.h"\n#include <cstdio>\n',
    };
    expect(
      textsOf(source, [join(folder, "common")])
        .slice(1)
        .sort(),
    ).toEqual(
      ['#include "b.h"\n#include <helper.h>\n', '#include "a.h"\nint b;\n', "#include <vector>\n"].sort(),
    );
    expect(textsOf(source, [])).toHaveLength(3);
  });
});
