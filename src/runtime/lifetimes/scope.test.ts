import { afterEach, describe, expect, it } from "vitest";
import { type Handle, handleOf, liveHandles, openHandle } from "./handle.js";
import { scope, unscoped } from "./scope.js";

const ended: string[] = [];

class Thing {
  readonly [handleOf]: Handle;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    const release = (): void => void ended.push(name);
    const facts = { kind: "thing", device: undefined, nativeBytes: 0, toString: () => name };
    this[handleOf] = openHandle(this, { ...facts, release });
  }
}

const things: Thing[] = [];
const thing = (name: string): Thing => {
  const made = new Thing(name);
  things.push(made);
  return made;
};

afterEach(() => {
  for (const made of things.splice(0)) made[handleOf].end();
  ended.length = 0;
});

describe("scope", () => {
  it("ends what is made inside, newest first, and keeps what is returned", () => {
    const kept = scope(() => {
      thing("a");
      thing("b");
      return thing("kept");
    });
    expect(ended).toEqual(["b", "a"]);
    expect(kept[handleOf].isOpen).toBe(true);
  });

  it.each([
    ["an array", (a: Thing, b: Thing) => [a, [b]]],
    ["an object", (a: Thing, b: Thing) => ({ a, inner: { b } })],
    ["a map and a set", (a: Thing, b: Thing) => new Map<unknown, unknown>([[a, new Set([b])]])],
    [
      "an instance of a class",
      (a: Thing, b: Thing) =>
        new (class Model {
          weights = a;
          bias = b;
        })(),
    ],
  ])("keeps what is nested in %s", (_, nest) => {
    scope(() => {
      thing("lost");
      return nest(thing("a"), thing("b"));
    });
    expect(ended).toEqual(["lost"]);
  });

  it("follows cycles in what is returned", () => {
    const loop: { self?: unknown; thing?: Thing } = {};
    scope(() => {
      loop.self = loop;
      loop.thing = thing("kept");
      return loop;
    });
    expect(ended).toEqual([]);
  });

  it("hands what it keeps to the scope around it", () => {
    scope(() => {
      scope(() => thing("inner"));
      expect(ended).toEqual([]);
    });
    expect(ended).toEqual(["inner"]);
  });

  it("leaves alone what was made outside", () => {
    const outer = thing("outer");
    scope(() => outer);
    scope(() => {});
    expect(ended).toEqual([]);
  });

  it("crosses await and ends when the promise settles", async () => {
    const pending = scope(async () => {
      thing("before");
      await new Promise((resolve) => setTimeout(resolve, 1));
      thing("after");
      return thing("kept");
    });
    expect(ended).toEqual([]);
    const kept = await pending;
    expect(ended).toEqual(["after", "before"]);
    expect(kept[handleOf].isOpen).toBe(true);
  });

  it("keeps two scopes that run at the same time apart", async () => {
    const run = (name: string): Promise<void> =>
      scope(async () => {
        await Promise.resolve();
        thing(name);
        await Promise.resolve();
      });
    const first = run("first");
    await scope(async () => {
      await first;
      expect(ended).toEqual(["first"]);
      thing("second");
    });
    expect(ended).toEqual(["first", "second"]);
  });

  it("ends everything when the body fails, at once or later", async () => {
    const fail = (): never => {
      thing("a");
      throw new Error("no");
    };
    expect(() => scope(fail)).toThrow("no");
    await expect(scope(async () => fail())).rejects.toThrow("no");
    expect(ended).toEqual(["a", "a"]);
  });

  it("gives what is made after its end to the scope around it", async () => {
    let late: Promise<void> | undefined;
    await scope(async () => {
      scope(() => {
        late = Promise.resolve().then(() => void thing("late"));
      });
      await late;
      expect(ended).toEqual([]);
    });
    expect(ended).toEqual(["late"]);
  });

  it("forgets what was disposed inside", () => {
    scope(() => thing("a")[handleOf].end());
    expect(ended).toEqual(["a"]);
  });

  it("unscoped() makes what outlives the scope", () => {
    const kept = scope(() => ({ get: () => unscoped(() => thing("kept")) })).get();
    scope(() => unscoped(() => void thing("other")));
    expect(ended).toEqual([]);
    expect(kept[handleOf].isOpen).toBe(true);
  });
});

describe("handles", () => {
  it("end once, and are listed while they live", () => {
    const before = liveHandles().length;
    const one = thing("one");
    expect(liveHandles().at(-1)).toEqual({ kind: "thing", text: "one", site: undefined });
    one[handleOf].end();
    one[handleOf].end();
    expect(ended).toEqual(["one"]);
    expect(liveHandles()).toHaveLength(before);
  });

  it("say what ended them", () => {
    const gone = scope(() => ({ it: new WeakRef(thing("gone")) })).it.deref();
    expect(() => gone?.[handleOf].throwEnded("use it")).toThrow(
      "Cannot use it: the thing was disposed (gone, by the end of its scope())\nTry: return it from the scope",
    );
  });

  it("stay linked whichever ends first", () => {
    const all = ["a", "b", "c", "d"].map((name) => thing(name));
    for (const index of [1, 3, 0, 2]) all[index]?.[handleOf].end();
    expect(liveHandles().filter(({ kind }) => kind === "thing")).toEqual([]);
  });
});
