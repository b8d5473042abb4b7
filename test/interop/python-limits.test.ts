// Where the embedded Python could hang, lose something or fail without a reason: threads that ask while nobody answers, recursion, values that
// are no values, references that are gone; and what is not paid for at each call.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { countOut } from "../../src/interop/dlpack/export-struct.js";
import { type Bridge, openBridge } from "../../src/interop/python/bridge.js";
import * as cu from "../../src/index.js";
import { noPython } from "./python.js";

let py: cu.Python;
let bridge: Bridge;

describe.skipIf(noPython !== undefined)(`python ${noPython ?? ""}`, () => {
  beforeAll(async () => {
    py = await cu.python();
    bridge = await openBridge({ stdout: () => {}, stderr: () => {} }, undefined);
    await py.exec(`
import threading, numpy as np
def on_thread(f):
    got = []
    def run():
        try:
            got.append(f(20))
        except Exception as error:
            got.append(str(error))
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return got[0]
`);
  });

  describe("a thread of Python's that calls JavaScript", () => {
    it("gets an error that says what to do while py.sync waits for it, and an answer while a call is awaited", async () => {
      const onThread = await py.eval("on_thread");
      const plusOne = (n: number): number => n + 1;
      expect(py.sync(onThread)(plusOne)).toMatch(/py\.sync[^]*Try: await the call/);
      expect(await onThread(plusOne)).toBe(21);
    });

    it("is answered before a call of py.sync that waits for it", async () => {
      await py.exec(`
import cuts_bridge, time
def ask(f):
    global asking
    asking = threading.Thread(target=lambda: globals().update(answer=f(1)))
    asking.start()
    while not cuts_bridge._questions:
        time.sleep(0.001)
def wait():
    asking.join()
    return answer
`);
      const [ask, wait] = [py.sync(await py.eval("ask")), py.sync(await py.eval("wait"))];
      ask((n: number) => n + 1);
      expect(wait()).toBe(2);
    });
  });

  describe("recursion between the two", () => {
    it("goes a hundred levels deep, and is an error then", async () => {
      const call = py.sync(await py.eval("lambda f, n: f(n)"));
      const down = (n: number): number => (n === 0 ? 0 : 1 + (call(down, n - 1) as number));
      expect(call(down, 99)).toBe(99);
      expect(() => call(down, 100)).toThrow(/100 levels deep[^]*Try: a loop/);
      expect(call(down, 50)).toBe(50);
    });

    it("passes an error on without repeating it at each level", async () => {
      const call = py.sync(await py.eval("lambda f, n: f(n)"));
      const down = (n: number): number => {
        if (n === 0) throw new RangeError("at the bottom");
        return call(down, n - 1) as number;
      };
      let message = "";
      try {
        call(down, 60);
      } catch (error) {
        ({ message } = error as Error);
      }
      expect(message).toContain("at the bottom");
      expect(message.length).toBeLessThan(2000);
    });
  });

  describe("values", () => {
    it("keep half a pair of surrogates, both ways", async () => {
      const identity = await py.eval("lambda x: x");
      for (const text of ["\ud800", "a\udfffb", "🎈\ud83c", "\ud83c\ud83c\udf88", "\ufffd"]) {
        expect(await identity(text)).toBe(text);
        expect(py.sync(await py.eval("lambda x: [ord(c) for c in x]"))(text)).toEqual(
          Array.from(text, (character) => character.codePointAt(0)),
        );
      }
    });

    it("that are masked arrays stay in Python, with their mask", async () => {
      const masked = await py.eval("np.ma.array([1., 2., 3.], mask=[0, 1, 0])");
      expect(await py.str(masked)).toBe("[1.0 -- 3.0]");
      expect(await (await masked.filled(-1)).tolist()).toEqual([1, -1, 3]);
    });

    it("that are dicts with re and im stay dicts", async () => {
      const identity = await py.eval("lambda x: x");
      const type = await py.eval("lambda x: type(x).__name__");
      const dict = await py.eval("{'re': 1, 'im': 2}");
      expect(dict).toEqual(
        new Map([
          ["re", 1],
          ["im", 2],
        ]),
      );
      expect(await type(dict)).toBe("dict");
      expect(await identity(dict)).toEqual(dict);
      expect(await type({ re: 1, im: 2 })).toBe("complex");
    });

    it("that contain themselves are refused with a reason", async () => {
      const identity = await py.eval("lambda x: x");
      const list: unknown[] = [];
      list.push([list]);
      const refused = {
        code: "CUTS_PYTHON_VALUE",
        message: expect.stringMatching(/contains itself[^]*Try: /),
      };
      await expect(identity(list)).rejects.toMatchObject(refused);
      const own: Record<string, unknown> = {};
      own["own"] = own;
      expect(() => py.sync(identity)(own)).toThrow(expect.objectContaining(refused));
      // What was to be given along with it is not held for ever.
      const held = bridge.values.heldCount;
      await expect(identity([() => 1, cu.zeros([1], { device: "cpu" }), list])).rejects.toMatchObject(
        refused,
      );
      expect(bridge.values.heldCount).toBe(held);
      await expect(py.eval("(lambda x: x.append(x) or x)([])")).rejects.toMatchObject({
        pythonType: "ValueError",
        pythonMessage: expect.stringMatching(/list to JavaScript: it contains itself[^]*Try: py\.callRaw/),
      });
    });

    it("that cannot be a key fail a call of py.sync, too", async () => {
      const identity = py.sync(await py.eval("lambda x: x"));
      expect(() => identity(new Map([[{ a: 1 }, 2]]))).toThrow(
        expect.objectContaining({ pythonType: "TypeError" }),
      );
      expect(identity(3)).toBe(3);
    });
  });

  it("a reference that was disposed is an error that says so", async () => {
    const object = await py.eval("object()");
    const function_ = await py.eval("lambda *a: 1");
    const sync = py.sync(function_);
    object[Symbol.dispose]();
    function_[Symbol.dispose]();
    const disposed = expect.objectContaining({
      code: "CUTS_DISPOSED",
      message: expect.stringMatching(/object of Python \((object|function).*disposed\nTry: /),
    });
    await expect(Promise.resolve(object.__class__)).rejects.toEqual(disposed);
    await expect(object.__str__()).rejects.toEqual(disposed);
    await expect(py.str(object)).rejects.toEqual(disposed);
    await expect(py.eval("x", { x: object })).rejects.toEqual(disposed);
    expect(() => sync(1)).toThrow(disposed);
    expect(() => sync.__name__).toThrow(disposed);
  });

  describe("what is not paid for at each call", () => {
    it("arrays that Python keeps, unless work was given to them", async () => {
      await py.exec("kept = []");
      const keep = py.sync(await py.eval("lambda a: kept.append(a)"));
      const arrays = Array.from({ length: 50 }, () => cu.zeros([4], { device: "cpu" }));
      for (const array of arrays) keep(array);
      const nothing = py.sync(await py.eval("lambda: None"));
      nothing();
      expect(bridge.values.takeBusy()).toEqual([]);
      const [first] = arrays;
      if (first !== undefined) cu.add(first, 1, { out: first });
      const list = py.sync(await py.eval("lambda: [a.tolist() for a in kept[:2]]"));
      expect(list()).toEqual([
        [1, 1, 1, 1],
        [0, 0, 0, 0],
      ]);
      await py.exec("kept = None");
      for (const array of arrays) array.dispose();
    });

    it("a struct of DLPack for each exchange of one array", async () => {
      using x = cu.arange(4, { dtype: "float32", device: "cpu" });
      const wrapped = await py.array(x);
      const before = countOut();
      const asked = vi.spyOn(bridge.values, "dlpackStruct");
      await py.exec(
        "def exchange(a, n):\n    return [np.from_dlpack(a).tolist() for _ in range(n)][-1]\ndef hold(a, n):\n    global held\n    held = [np.from_dlpack(a) for _ in range(n)]\n    np.asarray(a)[0] = 7\n    return [h[0].item() for h in held]\ndef after(a, f):\n    before = np.from_dlpack(a).tolist()\n    f()\n    return before, np.from_dlpack(a).tolist()",
      );
      const [exchange, hold, after] = [
        py.sync(await py.eval("exchange")),
        py.sync(await py.eval("hold")),
        py.sync(await py.eval("after")),
      ];
      expect(exchange(wrapped, 100)).toEqual([0, 1, 2, 3]);
      expect(asked.mock.calls.length).toBeLessThanOrEqual(2);
      // Those that are in use are not handed out again.
      expect(hold(wrapped, 10)).toEqual(Array.from({ length: 10 }, () => 7));
      await py.exec("held = None");
      // Work that is given in between is waited for.
      const plus = (): void => {
        cu.add(x, 1, { out: x });
      };
      expect(after(wrapped, plus)).toEqual([
        [7, 1, 2, 3],
        [8, 2, 3, 4],
      ]);
      asked.mockRestore();
      wrapped[Symbol.dispose]();
      await py.eval("__import__('gc').collect()");
      await py.eval("None");
      expect(countOut()).toBe(before);
      expect(bridge.values.heldCount).toBe(0);
    });
  });
});
