// Arrays between threads of a process, and images: the same memory, no copy.
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const on = { device: "cpu" } as const;

describe("an array for another thread", () => {
  it("is the same memory there, read and written", async () => {
    const source = new URL("../../src/index.ts", import.meta.url).href;
    const program = `import { register } from ${JSON.stringify(import.meta.resolve("tsx/esm/api"))};
      import { parentPort } from "node:worker_threads";
      register();
      const cu = await import(${JSON.stringify(source)});
      parentPort.on("message", async (handle) => {
        const x = cu.openThreadHandle(handle);
        const list = await x.tolist();
        cu.mul(x, 10, { out: x });
        await x.device.synchronize();
        parentPort.postMessage({ list, pointer: x.pointer });
      });
      parentPort.postMessage("ready");`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
      env: { ...process.env, CUTS_DEVICE: "cpu" },
    });
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
