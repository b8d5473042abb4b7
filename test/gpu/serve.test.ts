// Python that starts Node with a module (include/python/cuts.py): arrays of CuPy and PyTorch by CUDA IPC. It needs a Python with one of them.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchPython } from "../../src/interop/python/find-python.js";
import { type BuiltPackage, buildPackage } from "../package/built-package.js";
import { noPython } from "../interop/python.js";
import { noGpu } from "./device.js";

const run = promisify(execFile);
const why = noGpu ?? noPython;
const source = fileURLToPath(new URL("../interop/serve/module.ts", import.meta.url));
let folder: string;
let python: string;
let built: BuiltPackage;

async function inPython(code: string): Promise<string> {
  const { stdout } = await run(python, ["-c", `import cuts, gc, numpy as np\n${code}`], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: join(built.folder, "include/python"), CUTS_NODE: process.execPath },
  });
  return stdout;
}

const libraries = {
  torch: {
    arange: "torch.arange(12, dtype=torch.float32, device='cuda').reshape(3, 4)",
    ready: "torch.cuda.synchronize()",
  },
  cupy: {
    arange: "cupy.arange(12, dtype=cupy.float32).reshape(3, 4)",
    ready: "cupy.cuda.Device().synchronize()",
  },
} as const;

describe.skipIf(why !== undefined)(`modules from Python on a GPU ${why ?? ""}`, () => {
  beforeAll(async () => {
    python = (await searchPython()).found?.executable ?? "python3";
    built = await buildPackage({ sharesCache: true });
    folder = mkdtempSync(join(tmpdir(), "serve-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(built.folder, join(folder, "node_modules/cuts"));
    const text = readFileSync(source, "utf8").replace("../../../src/index.js", "cuts");
    writeFileSync(join(folder, "module.mjs"), transformSync(text, { loader: "ts", format: "esm" }).code);
  }, 180_000);
  afterAll(async () => {
    if (folder !== undefined) rmSync(folder, { recursive: true });
    await built?.remove();
  });

  it.each(["torch", "cupy"] as const)(
    "take arrays of %s and give them back, in the same memory",
    async (name) => {
      const { arange, ready } = libraries[name];
      const stdout = await inPython(`
import importlib.util
if importlib.util.find_spec("${name}") is None:
    print("no ${name}")
    raise SystemExit
import ${name}
with cuts.start("module.mjs") as m:
    x = ${arange}
    y = m.scale(x, 2)
    assert type(y).__module__.split(".")[0] == "${name}" and y.tolist() == (x * 2).tolist(), y
    # A part of an allocation, which Node writes to.
    same = m.fillWith(x[1], 7)
    ${ready}
    assert x.tolist() == [[0, 1, 2, 3], [7, 7, 7, 7], [8, 9, 10, 11]], x
    # Node's memory comes home, as a whole and in part.
    assert m.scale(y, 3).tolist() == (y * 3).tolist()
    m.fillWith(y[2], 5)
    ${ready}
    assert y.tolist()[2] == [5, 5, 5, 5] and y.tolist()[0] == [0, 2, 4, 6]
    try:
        m.scale(x.T, 2)
        assert False
    except TypeError as error:
        assert "C order" in str(error)
    # Many exchanges leave no memory behind.
    for i in range(200):
        z = m.scale(x, i)
    del z, y, same
    gc.collect()
    assert m.same(1) == 1
    assert m.scale(x, 0).tolist() == [[0] * 4] * 3
print("done")
`);
      expect(stdout).toMatch(/^(done|no \w+)\n$/);
    },
  );

  it("give an array that any library takes, where no argument is of one", async () => {
    const stdout = await inPython(`
with cuts.start("module.mjs") as m:
    m.keep(np.arange(3, dtype=np.float32))
    assert m.recall().tolist() == [0, 1, 2]
print("done")
`);
    expect(stdout).toBe("done\n");
  });
});
