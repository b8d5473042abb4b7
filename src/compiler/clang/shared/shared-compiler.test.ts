import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serialize } from "node:v8";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Clang, type ClangJob } from "../clang.js";
import { onMessages, sendMessage } from "./messages.js";
import { type ServedCompiler, serveCompiler } from "./serve-compiler.js";
import { SharedCompiler } from "./shared-compiler.js";

const run = promisify(execFile);

/** The value of a macro that a kept file defines. */
function valueIn(bytes: string): ClangJob {
  return {
    steps: [{ tool: "clang", args: ["-cc1", "-E", "-P", "/a.c", "-o", "/a.i"] }],
    files: { "/a.c": '#include "/kept.h"\nVALUE', "/kept.h": { key: "kept", bytes: Buffer.from(bytes) } },
    outputs: ["/a.i"],
  };
}

async function valueFor(clang: Clang, job: ClangJob): Promise<string> {
  const { files } = await clang.run(job);
  return Buffer.from(files["/a.i"] as Uint8Array)
    .toString()
    .trim();
}

/** A message as it goes over the socket. */
function framed(message: object): Buffer {
  const body = serialize(message);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from("CuTS"), length, body]);
}

describe("a compiler that processes share", () => {
  let served: ServedCompiler;
  let clients: Clang[];
  beforeAll(async () => {
    served = await serveCompiler(1);
  });
  beforeEach(() => {
    clients = [1, 2].map(() => new Clang({ start: () => new SharedCompiler(served.path) }));
  });
  afterEach(() => {
    for (const client of clients) client.stop();
  });
  afterAll(() => served.close());

  it("serves all of them, and keeps apart what they keep under the same name", async () => {
    const [one, other] = clients as [Clang, Clang];
    const first = valueIn("#define VALUE 1");
    const second = valueIn("#define VALUE 2");
    const jobs = [one, other, one, other].map((client) => valueFor(client, client === one ? first : second));
    expect(await Promise.all(jobs)).toEqual(["1", "2", "1", "2"]);
    // The file went over this connection before; its name is enough.
    expect(await valueFor(one, first)).toBe("1");
  });

  it("takes what is longer than a part of a stream", async () => {
    const text = "x".repeat(5_000_000);
    const [one] = clients as [Clang];
    expect(await valueFor(one, valueIn(`#define VALUE ${text}`))).toBe(text);
  });

  it("tells the errors of the compiler as they are", async () => {
    const [one] = clients as [Clang];
    const missing = { key: "never told" };
    const job = { ...valueIn(""), files: { "/a.c": "", "/kept.h": missing } };
    await expect(one.run(job)).rejects.toMatchObject({
      code: "CUTS_COMPILER_CRASHED",
      message: expect.stringContaining("has no file"),
    });
    expect(await valueFor(one, valueIn("#define VALUE 3"))).toBe("3");
  });

  it("does not hold a process that has compiled", async () => {
    const module = fileURLToPath(new URL("../clang.ts", import.meta.url));
    const code = `import { clang } from ${JSON.stringify(module)};
      const { steps } = await clang().run({ steps: [{ tool: "clang", args: ["--version"] }] });
      console.log(steps[0].exitCode, clang().pids.length);`;
    const env = { ...process.env, CUTS_COMPILER: served.path };
    const args = ["--import", "tsx", "--input-type=module", "-e", code];
    expect((await run(process.execPath, args, { env })).stdout).toBe("0 0\n");
  });

  it("that is not there is an error that says what to do", async () => {
    const gone = await serveCompiler(1);
    await gone.close();
    expect(existsSync(dirname(gone.path))).toBe(false);
    const client = new Clang({ start: () => new SharedCompiler(gone.path) });
    await expect(client.run(valueIn(""))).rejects.toMatchObject({
      code: "CUTS_COMPILER_CRASHED",
      message: expect.stringMatching(
        /^Cannot run clang: the shared compiler .* is not there: .*\nTry: without/,
      ),
    });
  });

  it("fails what is under way when it ends", async () => {
    const ending = await serveCompiler(1);
    const client = new Clang({ start: () => new SharedCompiler(ending.path) });
    const job = expect(client.run(valueIn("#define VALUE 4"))).rejects.toMatchObject({
      code: expect.stringMatching(/^CUTS_COMPILER_/),
    });
    await ending.close();
    await job;
  });

  it.each([
    ["five bytes", Buffer.from("hello")],
    ["a request of HTTP", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
    ["a length that nobody sends", Buffer.from("CuTS\xff\xff\xff\xff", "latin1")],
    ["what is no structured clone", Buffer.from("CuTS\x05\0\0\0hello", "latin1")],
    ["a message that asks for nothing", framed({ version: 1 })],
    ["a request with no work", framed({ version: "1", work: null, timeoutMs: 1 })],
  ])("is not ended by a stranger who sends %s", async (_, bytes) => {
    const socket = connect(served.path);
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => {});
    socket.end(bytes);
    await closed;
    expect(await valueFor(clients[0] as Clang, valueIn("#define VALUE 5"))).toBe("5");
  });

  it("refuses whoever keeps code of another version", async () => {
    const socket = connect(served.path);
    const answer = new Promise((resolve) => {
      onMessages(socket, resolve);
    });
    const { steps } = valueIn("");
    sendMessage(socket, {
      version: "clang-0",
      work: { steps, files: {}, mounts: {}, outputs: [] },
      timeoutMs: 1e6,
    });
    expect(await answer).toEqual({
      code: "CUTS_COMPILER_STOPPED",
      message: expect.stringMatching(
        /^Cannot run clang: the shared compiler is clang-.+, this process takes clang-0/,
      ),
    });
    socket.destroy();
  });
});
