// Arrays between threads of a process, and images: the same memory, no copy.
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const on = { device: "cpu" } as const;

/** A worker with CuTS on the cpu device. */
function startWorker(body: string): Worker {
  const source = new URL("../../src/index.ts", import.meta.url).href;
  const program = `import { register } from ${JSON.stringify(import.meta.resolve("tsx/esm/api"))};
    import { parentPort } from "node:worker_threads";
    register();
    const cu = await import(${JSON.stringify(source)});
    ${body}`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    env: { ...process.env, CUTS_DEVICE: "cpu" },
  });
}

describe("an array for another thread", () => {
  it("is the same memory there, read and written", async () => {
    const worker = startWorker(`
      parentPort.on("message", async (handle) => {
        const x = cu.openThreadHandle(handle);
        const list = await x.tolist();
        cu.mul(x, 10, { out: x });
        await x.device.synchronize();
        parentPort.postMessage({ list, pointer: x.pointer });
      });
      parentPort.postMessage("ready");`);
    const next = () =>
      new Promise<{ list: unknown; pointer: bigint }>((resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", reject);
      });
    await next();
    using x = cu.arange(6, { dtype: "float32", ...on }).reshape(2, 3);
    using part = x.transpose().slice(["1:"]);
    cu.add(x, 1, { out: x });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
    worker.postMessage(part.threadHandle());
    const { list, pointer } = await next();
    expect(pointer).toBe(part.pointer);
    expect(list).toEqual([
      [2, 5],
      [3, 6],
    ]);
    expect(await x.tolist()).toEqual([
      [1, 20, 30],
      [4, 50, 60],
    ]);
    await worker.terminate();
  });

  it.each(["terminated", "stopped by an error"])("stays when its thread is %s", async (end) => {
    const worker = startWorker(`
      const mine = cu.full([100], 5, { dtype: "int32" });
      parentPort.on("message", () => { throw new Error("a bug in the worker"); });
      parentPort.postMessage(mine.threadHandle());`);
    const handle = await new Promise<cu.ThreadHandle<"int32">>((resolve) => worker.once("message", resolve));
    using x = cu.openThreadHandle(handle);
    expect(await x.sum().item()).toBe(500n);
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.on("error", () => {});
    if (end === "terminated") void worker.terminate();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
    else worker.postMessage("fail");
    await ended;
    cu.add(x, 1, { out: x });
    expect(await x.sum().item()).toBe(600n);
  });

  it("has its elements in the memory that it was made of", () => {
    using whole = cu.zeros([4, 3], { dtype: "float32", ...on });
    using part = whole.slice(["1:3"]);
    const handle = part.threadHandle();
    using fits = cu.openThreadHandle({ ...handle, shape: [3], strides: [-1] });
    expect(fits.shape).toEqual([3]);
    for (const wrong of [
      { shape: [4, 3] },
      { strides: [9, 1] },
      { strides: [-3, -3] },
      { strides: [3] },
      { strides: [3, Number.NaN] },
      { pointer: handle.pointer - 16n },
      { dtype: "float64" as const },
      { shape: [2 ** 40, 3] },
    ]) {
      expect(() => cu.openThreadHandle({ ...handle, ...wrong })).toThrow(
        /^Cannot open the array of another thread: its elements must lie in the memory/,
      );
    }
  });

  it("is not over memory that ends with the thread", () => {
    using own = cu.fromBuffer(new Float32Array(4), on);
    expect(() => own.threadHandle()).toThrow(
      /^Cannot give an array to another thread: its memory must not end with this thread/,
    );
    using shared = cu.fromBuffer(new Float32Array(new SharedArrayBuffer(16)), on);
    expect(cu.openThreadHandle(shared.threadHandle()).shape).toEqual([4]);
  });

  it("is refused where it is no handle of this process", () => {
    using x = cu.zeros([2], on);
    const handle = x.threadHandle();
    const refused = expect.objectContaining({ code: "CUTS_THREAD_HANDLE" });
    for (const wrong of [
      null,
      {},
      { ...handle, process: -1 },
      { ...handle, pointer: 1 },
      { ...handle, dtype: "x" },
      { ...handle, memory: new Uint8Array(8) },
      { ...handle, memory: undefined },
    ]) {
      expect(() => cu.openThreadHandle(wrong as never)).toThrow(refused);
    }
  });
});

describe("images", () => {
  it("are arrays over their memory, and back", async () => {
    const pixels = Uint8ClampedArray.from({ length: 24 }, (_, i) => i);
    using image = cu.fromImageData({ data: pixels, width: 3, height: 2 }, on);
    expect([image.shape, image.dtype]).toEqual([[2, 3, 4], "uint8"]);
    image.slice([0, 0]).fill(255);
    await cu.device("cpu").synchronize();
    expect([...pixels.subarray(0, 5)]).toEqual([255, 255, 255, 255, 4]);
    const back = await cu.toImageData(image);
    expect([back.width, back.height, back.data]).toEqual([3, 2, pixels]);
  });

  it("are refused where sizes do not fit", async () => {
    const refused = { code: "CUTS_IMAGE" };
    const wrong = [
      null,
      {},
      { data: new Uint8Array(5), width: 1, height: 1 },
      { data: [0], width: 1, height: 1 },
    ];
    for (const image of wrong)
      expect(() => cu.fromImageData(image as never, on)).toThrow(expect.objectContaining(refused));
    await expect(cu.toImageData(cu.zeros([2, 2], { dtype: "uint8", ...on }))).rejects.toMatchObject(refused);
  });
});
