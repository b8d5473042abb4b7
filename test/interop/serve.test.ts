// Python that starts Node with a module: include/python/cuts.py against the package as it is published, with the real NumPy.
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchPython } from "../../src/interop/python/find-python.js";
import { sharedPackage } from "../package/shared-package.js";
import { noPython } from "./python.js";
import { cases } from "../cases.js";

const run = promisify(execFile);
const why = process.platform === "linux" ? noPython : "memory is shared so on Linux only";
const source = fileURLToPath(new URL("serve/module.ts", import.meta.url));
const tsx = fileURLToPath(new URL("../../node_modules/tsx", import.meta.url));
let folder: string;
let python: string;
let path: string;

beforeAll(async () => {
  if (why !== undefined) return;
  python = (await searchPython()).found?.executable ?? "python3";
  const built = await sharedPackage();
  path = join(built.folder, "include/python");
  folder = mkdtempSync(join(tmpdir(), "serve-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(built.folder, join(folder, "node_modules/cuts"));
  symlinkSync(tsx, join(folder, "node_modules/tsx"));
  const text = readFileSync(source, "utf8").replace("../../../src/index.js", "cuts");
  writeFileSync(join(folder, "module.ts"), text);
  const { code } = transformSync(text, { loader: "ts", format: "esm" });
  writeFileSync(join(folder, "module.mjs"), code);
});
afterAll(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

/** What a Python program prints, which has `m`. */
async function inPython(
  code: string,
  module = "module.mjs",
  env: NodeJS.ProcessEnv = {},
): Promise<{ stdout: string; stderr: string }> {
  const body = code
    .trimEnd()
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
  const text = `import cuts, gc, json, os, numpy as np\nwith cuts.start("${module}") as m:\n${body}\n`;
  return runPython(text, env);
}

function runPython(text: string, env: NodeJS.ProcessEnv = {}): Promise<{ stdout: string; stderr: string }> {
  return run(python, ["-c", text], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: path, CUTS_NODE: process.execPath, CUTS_DEVICE: "cpu", ...env },
  });
}

describe.skipIf(why !== undefined)(`modules from Python ${why ?? ""}`, () => {
  it("are called with values and give values", async () => {
    const { stdout } = await inPython(`
values = [None, True, 0, -1, 1.5, 2**53 - 1, 2**70, -2**70, float("inf"), float("-inf"), "ünïcödé 🎈", "", [1, [2, "x"]], {"a": {"b": 1}}, {"$": "x"}, {1: 2}, 1-2j, b"\\x00\\xff", {1, "x"}, {"re": 1, "im": 2.5}, {"im": "x", "re": []}, "half \\ud800"]
for value in values:
    got = m.same(value)
    assert got == value and type(got) is type(value), (value, got)
assert m.same(float("nan")) != m.same(float("nan"))
assert m.same((1, 2)) == [1, 2] and m.same(frozenset([1])) == {1}
assert [m.kindOf(value) for value in ({1}, {"re": 1, "im": 2}, 1j)] == ["Set", "Map", "Object"]
import array
assert m.same(array.array("d", [1, 2.5])).tolist() == [1, 2.5]
floats, longs, nothing, bytes_, raw = m.typed()
assert (floats.dtype, floats.tolist(), longs.dtype, longs.tolist()) == ("float32", [1, 2.5], "int64", [-1])
assert (nothing.dtype, nothing.shape, bytes_.tolist(), raw) == ("int16", (0,), [255], b"\\0\\0")
assert m.same(np.float32(1.5)) == 1.5
assert m.version == 3 and m.names == ["a", "b"]
assert "scale" in dir(m) and "hidden" not in dir(m)
try:
    m.scales
except AttributeError as error:
    print(error)
circle = []
circle.append({"a": circle})
for refused in (object(), circle, np.ma.array([1., 2.], mask=[0, 1])):
    try:
        m.same(refused)
    except (TypeError, ValueError) as error:
        print(error)
`);
    expect(stdout).toContain("module.mjs exports no 'scales' (it exports ");
    expect(stdout).toContain("Cannot pass list to Node: it contains itself");
    expect(stdout).toMatch(/masked array to Node: its mask would be lost\nTry: a\.filled/);
    expect(stdout).toContain("Cannot pass object to Node");
  });

  it("written in TypeScript are loaded as they are", async () => {
    const { stdout } = await inPython(
      "print(m.scale(np.arange(3, dtype=np.float32), 2).tolist())",
      "module.ts",
    );
    expect(stdout).toBe("[0.0, 2.0, 4.0]\n");
  });

  it("exchange arrays of every dtype and stride", async () => {
    await inPython(`
for name in "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128".split():
    base = (np.arange(24) % 2 if name == "bool" else np.arange(24)).astype(name).reshape(4, 6)
    for array in [base, base.T, base[::2, 1:4], base[::-1], base[1], np.empty((0, 3), name), np.array(base[0, 1])]:
        for given in [array, cuts.share(base)[::2, 1:4] if array.shape == (2, 3) else cuts.share(array)]:
            wanted = given
            got = m.copy(given)
            assert got.dtype == wanted.dtype and got.shape == wanted.shape, (name, got.dtype, got.shape, wanted.shape)
            assert (got == wanted).all(), (name, got, wanted)
`);
  });

  it("see shared memory itself, and write to it", async () => {
    const { stdout } = await inPython(`
x = cuts.zeros((2, 3))
y = m.fillWith(x, 7)
assert y is x and x.tolist() == [[7, 7, 7], [7, 7, 7]]
x[1] = 5
part = m.row(x, 1)
assert part.tolist() == [5, 5, 5]
assert part.__array_interface__["data"][0] == x.__array_interface__["data"][0] + 12
part[0] = 9
assert x[1, 0] == 9
m.fillWith(x[:, 1], 1)
assert x.tolist() == [[7, 1, 7], [9, 1, 5]]
assert m.describe(x[::-1, ::2]) == {"dtype": "float32", "shape": [2, 2], "strides": [-3, 2], "isReadonly": False}
result = m.scale(x, 2)
m.fillWith(result, 3)
assert result.tolist() == [[3, 3, 3], [3, 3, 3]]
x.flags.writeable = False
try:
    m.fillWith(x, 1)
except cuts.JavaScriptError as error:
    print(error.code)
try:
    m.fillWith(np.zeros(3, np.float32), 1)
except cuts.JavaScriptError as error:
    print(error.code)
both = m.both(np.arange(4, dtype=np.float32))
assert both["sum"].item() == 6 and both["twice"][0].tolist() == [0, 2, 4, 6] and both["twice"][1] == "text"
m.keep(result)
assert m.recall().tolist() == m.recall().tolist() == result.tolist()
`);
    expect(stdout).toBe("CUTS_READONLY\nCUTS_READONLY\n");
  });

  it("tell their errors with the stack, and go on", async () => {
    const { stdout } = await inPython(`
try:
    m.fail("luck")
except cuts.JavaScriptError as error:
    print(json.dumps([error.name, error.message, "fail" in error.stack and "module.mjs" in str(error)]))
try:
    m.scale(1, 2)
except cuts.JavaScriptError as error:
    print(error.name)
try:
    m.same(np.array(["text"]))
except TypeError as error:
    print(error)
try:
    m.scale(np.arange(3).astype(">f4"), 2)
except TypeError as error:
    print("swapped")
assert m.same(1) == 1
for given in (m.circle, lambda: m.mapOf({"a": 1})):
    try:
        given()
    except cuts.JavaScriptError as error:
        print(error.message)
assert m.mapOf([1, [2]]) == {(1, (2,)): 1}
`);
    expect(stdout.split("\n").slice(0, 7)).toEqual([
      '["RangeError", "there is no luck", true]',
      "TypeError",
      "Cannot pass an array of <U4 to Node: CuTS has no such elements",
      "swapped",
      "Cannot give a value to Python: it contains itself",
      "Try: return the parts that are needed",
      "Cannot give a Map or a Set to Python: dict is no key of a dict",
    ]);
  });

  it("print to the streams of Python", async () => {
    const { stdout, stderr } = await inPython('m.print("said " + "x" * 100_000)');
    expect(stdout.length).toBe("said \n".length + 100_000);
    expect(stderr).toContain("to stderr: said");
  });

  it("that end are an error that says how, and so is every call after", async () => {
    const { stdout } = await inPython(`
x = cuts.zeros(3)
y = m.scale(x, 2)
try:
    m.end(3)
except cuts.ProcessError as error:
    print(error)
try:
    m.same(1)
except cuts.ProcessError as error:
    print(error)
# What it gave stays.
assert y.tolist() == [0, 0, 0]
other = cuts.start("module.mjs")
os.kill(other.pid, 9)
try:
    other.same(1)
except cuts.ProcessError as error:
    print(error)
`);
    expect(stdout.split("\n").slice(0, 4)).toEqual([
      expect.stringContaining("Cannot call end(): the process of Node is gone (exit code 3)"),
      "Cannot call same(): module.mjs was closed before (Cannot call end(): the process of Node is gone (exit code 3))",
      "Try: cuts.start('module.mjs') again",
      expect.stringContaining("(SIGKILL)"),
    ]);
  });

  it("that do not answer in time are ended", async () => {
    const { stdout } = await runPython(`
import cuts
m = cuts.start("module.mjs", timeout=20)
assert m.same(1) == 1
m._timeout = 0.3
try:
    m.forever()
except TimeoutError as error:
    print(isinstance(error, cuts.CallTimeout), error)
try:
    m.same(1)
except cuts.ProcessError as error:
    print(error)
`);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "True Cannot call forever(): it took longer than 0.3 seconds, and its process was ended",
      "Try: cuts.start(module, timeout=seconds) with more",
      "Cannot call same(): module.mjs was closed before (Cannot call forever(): it took longer than 0.3 seconds)",
    ]);
  });

  it("give results that take no file of Python's, and say where there is none left for its own", async () => {
    const { stdout } = await inPython(`
import resource
x = cuts.zeros(4)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
results = [m.scale(x, i) for i in range(200)]
assert [int(r[0]) for r in results] == [0] * 200
# They are seen by their own module, and by others.
m.fillWith(results[7], 5)
other = cuts.start("module.mjs")
other.fillWith(results[8], 6)
assert (results[7].tolist(), results[8].tolist()) == ([5] * 4, [6] * 4)
other.close()
own = []
try:
    while True:
        own.append(cuts.zeros(1))
except OSError as error:
    print(error)
try:
    m.scale(x, 1)
except OSError as error:
    print(len(own) > 40)
del own
gc.collect()
assert m.scale(x, 1).tolist() == [0] * 4
del results
gc.collect()
m.same(1)
assert sum("memfd:cuts" in name for name in m.openFiles()) == 0
`);
    expect(stdout).toMatch(/as many files open as it may \(64\)[^]*Try: let go of arrays[^]*\nTrue\n/);
  });

  it("that cannot be started say why", async () => {
    const start = (module: string, env?: NodeJS.ProcessEnv): Promise<string> =>
      runPython(
        `import cuts\ntry:\n    cuts.start(${JSON.stringify(module)})\nexcept Exception as error:\n    print(type(error).__name__, error)`,
        env,
      ).then(({ stdout }) => stdout);
    expect(await start("none.mjs")).toMatch(/^JavaScriptError .*none\.mjs/);
    expect(await start("module.mjs", { CUTS_NODE: "/none/node" })).toMatch(
      /^ProcessError Cannot start Node: .*\nTry: CUTS_NODE/,
    );
    expect(await start("module.mjs", { CUTS_NODE: "", PATH: "/none" })).toMatch(
      /^ProcessError .*no `node` on the PATH/,
    );
    writeFileSync(join(folder, "broken.mjs"), "export const x = ;");
    expect(await start("broken.mjs")).toMatch(/^JavaScriptError SyntaxError/);
    expect(await start("module.mjs", { CUTS_NODE: "/bin/true" })).toMatch(/^ProcessError .*exit code 0/);
  });

  it("leave no memory, descriptors or processes behind, in hundreds of calls", async () => {
    await inPython(`
def descriptors():
    return sum("memfd:cuts" in os.readlink("/proc/self/fd/" + name) for name in os.listdir("/proc/self/fd") if os.path.islink("/proc/self/fd/" + name))
x = cuts.zeros(1000)
plain = np.zeros(1000, np.float32)
for i in range(${cases(1000, 200)}):
    m.scale(x, 2)
    m.scale(plain, 2)
gc.collect()
m.same(0)
assert descriptors() == 1, descriptors()
# In Node: those of the last calls, which are told with the next one.
files = sum("memfd:cuts" in name for name in m.openFiles())
assert files <= 1, files
assert m.mapped() <= 50, m.mapped()
`);
    expect(readdirSync("/dev/shm").filter((name) => name.includes("cuts"))).toEqual([]);
  });

  it("end with Python, also where that is killed", async () => {
    const text =
      'import cuts, os, signal\nm = cuts.start("module.mjs")\nx = cuts.zeros(1 << 20)\nm.fillWith(x, 1)\nprint(m.pid, flush=True)\nos.kill(os.getpid(), signal.SIGKILL)';
    const { stdout } = (await runPython(text).catch((error: unknown) => error)) as { stdout: string };
    const pid = Number(stdout);
    expect(pid).toBeGreaterThan(0);
    const isThere = (): boolean => {
      try {
        process.kill(pid, 0);
        return true;
      } catch {
        return false;
      }
    };
    while (isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readdirSync("/dev/shm").filter((name) => name.includes("cuts"))).toEqual([]);
  });

  it("are called from many threads, one call after the other", async () => {
    await inPython(`
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as pool:
    results = list(pool.map(lambda i: m.scale(np.full(10, i, np.float32), 2).sum(), range(200)))
assert results == [20 * i for i in range(200)]
`);
  });
});
