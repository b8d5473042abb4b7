// CPython inside this process: values, references, callbacks, errors, output, threads.
import { execFileSync } from "node:child_process";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { beforeAll, describe, expect, it } from "vitest";
import { collectGarbage } from "../../src/host/garbage.js";
import * as cu from "../../src/index.js";
import { findPython } from "../../src/interop/python/find-python.js";
import { noPython } from "./python.js";

const printed = { out: "", err: "" };
let py: cu.Python;

describe.skipIf(noPython !== undefined)(`python ${noPython ?? ""}`, () => {
  beforeAll(async () => {
    py = await cu.python({
      stdout: (text) => (printed.out += text),
      stderr: (text) => (printed.err += text),
    });
  });

  describe("values", () => {
    const numbers = [0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, 2n ** 70n, -(2n ** 70n), 1.5, -0, 1e300];
    const limits = [Infinity, -Infinity, NaN, null, true, false, { re: 1, im: -2 }];
    const texts = ["", "text", "ünïcödé 🎈", "a\0b", Buffer.from([0, 1, 255])];
    const lists = [[], [1, [2, ["x"]]], new Set([1, "x"]), new Map<unknown, unknown>([[1, "one"]])];
    const same: readonly unknown[] = [...numbers, ...limits, ...texts, ...lists];
    it.each(same.map((value) => [inspect(value), value]))("%s comes back as it was", async (_, value) => {
      const identity = await py.eval("lambda x: x");
      expect(await identity(value)).toEqual(value);
      expect(py.sync(identity)(value)).toEqual(value);
    });

    it("are Python's own there", async () => {
      const type = await py.eval("lambda x: type(x).__name__");
      const values = [null, 1, 1.5, 2n, py.float(1), "x", Buffer.from("x"), [], py.tuple(1), {}, new Set()];
      const names = [
        "NoneType",
        "int",
        "float",
        "int",
        "float",
        "str",
        "bytes",
        "list",
        "tuple",
        "dict",
        "set",
      ];
      expect(await Promise.all(values.map((value) => type(value)))).toEqual(names);
    });

    it("may be long, and have names that mean something else", async () => {
      const text = "x".repeat(300_000);
      const length = await py.eval("len");
      expect(await length(text)).toBe(300_000);
      expect(py.sync(length)(text)).toBe(300_000);
      expect(await py.eval("'y' * 300_000")).toBe("y".repeat(300_000));
      const odd = await py.eval("{'__proto__': 1, 'constructor': 2}");
      expect(Object.entries(odd)).toEqual([
        ["__proto__", 1],
        ["constructor", 2],
      ]);
    });

    it("of no counterpart are refused", async () => {
      const identity = await py.eval("lambda x: x");
      for (const value of [Symbol("x"), new Date(), /x/, new Error("x")]) {
        await expect(identity(value)).rejects.toMatchObject({ code: "CUTS_PYTHON_VALUE" });
      }
    });
  });

  describe("references", () => {
    it("have attributes, calls, items, names and lengths", async () => {
      const collections = await py.import("collections");
      const counter = await collections.Counter("abracadabra");
      expect(await py.item(counter, "a")).toBe(5);
      await py.setItem(counter, "z", 7);
      expect(await counter.most_common(2)).toEqual([
        ["z", 7],
        ["a", 5],
      ]);
      expect(await py.len(counter)).toBe(6);
      expect(await py.repr(counter)).toMatch(/^Counter\(\{/);
      const made = await py.callRaw(collections.OrderedDict, [["a", 1]]);
      expect(await py.str(made)).toContain("a");
      expect(await counter.__class__.__name__).toBe("Counter");
      const fraction = await (await py.import("fractions")).Fraction(1, py.kwargs({ denominator: 3 }));
      expect([await fraction.numerator, await fraction.denominator]).toEqual([1, 3]);
    });

    it("can be written to, gone through, and passed on", async () => {
      const space = await (await py.import("types")).SimpleNamespace(py.kwargs({ a: 1 }));
      space.b = [1, 2];
      expect(await py.eval("(s.a, s.b)", { s: space })).toEqual([1, [1, 2]]);
      const numbers = await py.eval("(n * n for n in range(1000))");
      let sum = 0;
      for await (const n of numbers) sum += n;
      expect(sum).toBe(332_833_500);
      const operator = await py.import("operator");
      expect(await operator.add(await operator.mul(6, 7), 0)).toBe(42);
      expect(await operator.is_(operator.add, operator.add)).toBe(true);
    });

    it("are let go of when they are disposed or collected", async () => {
      const bridge = await import("../../src/interop/python/bridge.js");
      const { openBridge } = bridge;
      const own = await openBridge({ stdout: () => {}, stderr: () => {} }, undefined);
      const make = await py.eval("object");
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      const before = own.countObjects();
      for (let i = 0; i < 1000; i++) await make();
      const kept = await make();
      expect(own.countObjects()).toBeGreaterThan(before + 900);
      for (let i = 0; i < 20 && own.countObjects() > before + 1; i++) {
        await new Promise((resolve) => setImmediate(resolve));
        collectGarbage();
      }
      expect(own.countObjects()).toBe(before + 1);
      kept[Symbol.dispose]();
      expect(own.countObjects()).toBe(before);
    });
  });

  describe("eval and exec", () => {
    it("share names, or have their own", async () => {
      await py.exec("shared = 41\ndef plus(x): return x + shared");
      expect(await py.eval("plus(1)")).toBe(42);
      const own = await py.exec("b = a + 1", { a: 1 });
      expect({ ...own }).toEqual({ a: 1, b: 2 });
      await expect(py.eval("shared", {})).rejects.toThrow(/NameError/);
    });
  });

  describe("errors", () => {
    it("carry Python's type, text and traceback, and not the bridge's lines", async () => {
      await py.exec("def fail(n):\n    raise ValueError('bad %d' % n)");
      const error = await py.eval("fail(3)").then(
        () => undefined,
        (reason: cu.PythonError) => reason,
      );
      expect(error).toBeInstanceOf(cu.PythonError);
      expect(error).toMatchObject({
        code: "CUTS_PYTHON_ERROR",
        pythonType: "ValueError",
        pythonMessage: "bad 3",
      });
      expect(error?.traceback).toMatch(/line 2, in fail/);
      expect(error?.traceback).not.toContain("bridge.py");
    });

    it("do not end the process, whatever they are", async () => {
      for (const code of ["__import__('sys').exit(3)", "(_ for _ in ()).throw(KeyboardInterrupt)", "1/0"]) {
        await expect(py.eval(code)).rejects.toBeInstanceOf(cu.PythonError);
      }
      await expect(py.import("no_such_module")).rejects.toThrow(/ModuleNotFoundError/);
      await expect(py.eval("1 +")).rejects.toThrow(/SyntaxError/);
      const deep = "f = lambda n: f(n + 1)\nf(0)";
      await expect(py.exec(deep)).rejects.toThrow(/RecursionError/);
      // As deep as Python's own code goes, on whichever thread.
      const nested = "(lambda: [x := [], [x := [x] for _ in range(300)], x][-1])()";
      expect(JSON.stringify(await py.eval(nested)).length).toBeGreaterThan(600);
      expect(await py.eval(`len(repr(${nested.replace("300", "900")}))`)).toBeGreaterThan(1800);
    });

    it("of functions of JavaScript go through Python, and are the cause", async () => {
      const call = await py.eval("lambda f: f()");
      const own = new RangeError("mine");
      const failing = () => {
        throw own;
      };
      await expect(call(failing)).rejects.toMatchObject({ cause: own });
      expect(() => py.sync(call)(failing)).toThrow(expect.objectContaining({ cause: own }));
      await py.exec(
        "def caught(f):\n    try:\n        f()\n    except Exception as e:\n        return str(e)",
      );
      const caught = await py.eval("caught");
      expect(await caught(failing)).toBe("mine");
    });
  });

  describe("functions of JavaScript", () => {
    it("are called with positions and names, from either thread, and within each other", async () => {
      const call = await py.eval("lambda f, *a, **k: f(*a, **k)");
      expect(await call((...args: unknown[]) => args, 1, "x", py.kwargs({ n: 2 }))).toEqual([
        1,
        "x",
        { n: 2 },
      ]);
      const twice = py.sync(call);
      expect(twice((n: number) => twice((m: number) => m + 1, n) * 10, 4)).toBe(50);
      const sorted = await py.eval("sorted");
      expect(await sorted([3, 1, 2], py.kwargs({ key: (n: number) => -n }))).toEqual([3, 2, 1]);
    });

    it("are called from threads of Python's own", async () => {
      const run = await py.eval(
        "lambda f: (lambda r, t: (t.start(), t.join(), r)[2])(*(lambda r: (r, __import__('threading').Thread(target=lambda: r.append(f(20)))))([]))",
      );
      expect(await run((n: number) => n + 1)).toEqual([21]);
    });

    it("must return at once, and are let go of", async () => {
      const call = await py.eval("lambda f: f()");
      await expect(call(async () => 1)).rejects.toThrow(/promise/);
      const { openBridge } = await import("../../src/interop/python/bridge.js");
      const { values } = await openBridge({ stdout: () => {}, stderr: () => {} }, undefined);
      await py.eval("__import__('gc').collect()");
      await py.eval("None");
      expect(values.heldCount).toBe(0);
    });
  });

  it("context managers are entered, and left by using", async () => {
    await py.exec(
      "log = []\nclass Manager:\n    def __enter__(self): log.append('in'); return 7\n    def __exit__(self, *e): log.append('out')",
    );
    const manager = await py.eval("Manager()");
    {
      using context = await py.enter(manager);
      expect(context.value).toBe(7);
      expect(await py.eval("log")).toEqual(["in"]);
    }
    expect(await py.eval("log")).toEqual(["in", "out"]);
    {
      await using context = await py.enter(manager);
      expect(context.value).toBe(7);
    }
    expect(await py.eval("log")).toEqual(["in", "out", "in", "out"]);
  });

  it("what is printed is forwarded, all of it, also while a call runs", async () => {
    printed.out = printed.err = "";
    await py.exec("import sys\nprint('one', 2)\nprint('x' * 1_000_000)\nprint('wrong', file=sys.stderr)");
    expect(printed.out).toBe(`one 2\n${"x".repeat(1_000_000)}\n`);
    expect(printed.err).toBe("wrong\n");
    let isSeen = false;
    const waiting = py.exec(
      "import time\nprint('early', flush=True)\nwhile not seen():\n    time.sleep(0.01)",
      {
        seen: () => (isSeen ||= printed.out.includes("early")),
      },
    );
    await waiting;
    expect(isSeen).toBe(true);
  });

  it("long calls leave the event loop free, and end in the order they were made", async () => {
    const ends: number[] = [];
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    // The first call is as long as timers need to have come.
    const hasTicked = (): boolean => ticks > 5;
    const calls = [
      py.exec("import time\nwhile not has_ticked():\n    time.sleep(0.01)", { has_ticked: hasTicked }),
      py.exec("import time\ntime.sleep(0.01)"),
      py.exec("pass"),
    ].map((call, index) => call.then(() => ends.push(index)));
    await Promise.all(calls);
    clearInterval(timer);
    expect(ends).toEqual([0, 1, 2]);
    expect(ticks).toBeGreaterThan(5);
  });

  it("is one interpreter for the process, that of the main thread", async () => {
    expect(await cu.python()).toBe(py);
    await expect(cu.python({ executable: "/elsewhere/python3" })).rejects.toMatchObject({
      code: "CUTS_PYTHON_START",
    });
    const source = new URL("../../src/interop/python/bridge.ts", import.meta.url).href;
    const program = `import { tsImport } from "tsx/esm/api";
      import { parentPort } from "node:worker_threads";
      const { openBridge } = await tsImport(${JSON.stringify(source)}, ${JSON.stringify(import.meta.url)});
      try { await openBridge({}, undefined); } catch (error) { parentPort.postMessage(error.code); }`;
    const worker = new Worker(
      new URL(
        `data:text/javascript,${encodeURIComponent(program.replace('"tsx/esm/api"', JSON.stringify(import.meta.resolve("tsx/esm/api"))))}`,
      ),
    );
    const code = await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    expect(code).toBe("CUTS_PYTHON_THREAD");
    await worker.terminate();
  });

  it("arrays that Python keeps, and its own, are in order with each call", async () => {
    await py.exec("import numpy as np\nW = np.arange(6.)\nK = None\ndef keep(a):\n    global K\n    K = a");
    using own = (await py.eval("W")) as cu.NDArray<"float64">;
    const list = await py.eval("lambda: W.tolist()");
    for (let round = 1; round <= 20; round++) {
      for (let i = 0; i < 20; i++) cu.add(own, 1, { out: own });
      expect(await list()).toEqual([0, 1, 2, 3, 4, 5].map((x) => x + 40 * round - 20));
      for (let i = 0; i < 20; i++) cu.add(own, 1, { out: own });
      expect(py.sync(list)()).toEqual([0, 1, 2, 3, 4, 5].map((x) => x + 40 * round));
    }
    using x = cu.ones([6], { device: "cpu" });
    await (await py.eval("keep"))(x);
    for (let i = 0; i < 20; i++) cu.add(x, 1, { out: x });
    expect(await (await py.eval("lambda: K.tolist()"))()).toEqual([21, 21, 21, 21, 21, 21]);
    await (await py.eval("lambda: K.__imul__(5).sum()"))();
    expect(await x.tolist()).toEqual([105, 105, 105, 105, 105, 105]);
    await py.exec("K = None");
  });

  it("a call with what cannot be a key fails, and others go on", async () => {
    const identity = await py.eval("lambda x: x");
    const unhashable = { pythonType: "TypeError" };
    await expect(identity(new Map([[{ a: 1 }, 2]]))).rejects.toMatchObject(unhashable);
    expect(await identity(3)).toBe(3);
  });

  it("runs its exit functions when the process ends", () => {
    const program = `import * as cu from ${JSON.stringify(new URL("../../src/index.ts", import.meta.url).href)};
      const py = await cu.python();
      await py.exec("import atexit, os; atexit.register(os.write, 1, b'goodbye')");`;
    const said = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
    expect(said.toString()).toBe("goodbye");
  });
});

describe("where Python is not", () => {
  it("it is said what was looked at", async () => {
    const find = (environment: Record<string, string>) => expect(findPython(environment)).rejects;
    const refused = (text: RegExp) => ({
      code: "CUTS_PYTHON_NOT_FOUND",
      message: expect.stringMatching(text),
    });
    await find({ CUTS_PYTHON: "/no/python3" }).toMatchObject(
      refused(/\/no\/python3: there is no such file[^]*Try: CUTS_PYTHON/),
    );
    await find({ PATH: "/no/such/folder" }).toMatchObject(refused(/shared library/));
    await find({ VIRTUAL_ENV: "/no/venv" }).toMatchObject(refused(/no\/venv\/bin\/python3/));
  });
});
