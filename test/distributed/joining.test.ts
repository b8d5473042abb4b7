// How processes without MPI come together and part: whatever comes to the port, is in the file, or does not come, they end within the time
// limit, and say why.

import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { rankProgram } from "./rank-program.js";
import { freeAddress, runProcesses } from "./run-processes.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-joining-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What processes with these ranks tell; all of them end by themselves. */
async function tell(
  ranks: readonly number[],
  options: { size: number; at: string; mode?: string; seconds?: number; sizes?: readonly number[] },
): Promise<string[]> {
  const { size, at, mode = "meets", seconds = 30, sizes = [] } = options;
  const environments = ranks.map((rank, index) => ({
    CUTS_DEVICE: "cpu",
    CUTS_RANK: String(rank),
    CUTS_WORLD_SIZE: String(sizes[index] ?? size),
    CUTS_RENDEZVOUS: at,
    CUTS_DIST_TIMEOUT: String(seconds),
  }));
  const results = await runProcesses(await rankProgram("joining.ts"), environments, [mode]);
  return results.map(({ code, stdout, stderr }) => {
    expect(stderr).toBe("");
    const text = stdout.trim();
    expect(code, text).toBe(/^(met|done)/.test(text) ? 0 : 1);
    return text;
  });
}

const lost = "CUTS_RANK_LOST Cannot go on with the other ranks:";
const refused = "CUTS_DISTRIBUTED_INIT Cannot join other processes:";

it("a rank that never comes is named by all others, which end", async () => {
  const at = join(folder, "absent");
  const late = `${lost} rank 1 has not come within 4 s`;
  expect(await tell([0, 2], { size: 3, at, seconds: 4 })).toEqual([late, late]);
  expect(readdirSync(folder)).toEqual([]);
});

it("those that wait for rank 0 hear at once that its program is done", async () => {
  const told = await tell([0, 1, 2], {
    size: 3,
    at: await freeAddress(),
    mode: "rank 0 is done",
  });
  expect(told[0]).toBe("done");
  for (const text of told.slice(1)) expect(text).toMatch(/rank 0 \(process \d+ on .+\) has ended$/);
});

it("a rank 0 that does not answer is an error within the time limit", async () => {
  const at = await freeAddress();
  const [, second] = await tell([0, 1], { size: 2, at, mode: "rank 0 is stuck", seconds: 3 });
  expect(second).toBe(`${lost} rank 0, which connects the ranks, has not answered in barrier within 3 s`);
});

it("two processes with the same rank, and one that counts others, are refused while the job waits", async () => {
  const at = await freeAddress();
  const job = tell([0, 1, 1], { size: 3, at });
  expect(await tell([2], { size: 4, at })).toEqual([
    `${refused} rank 0 has a job of 3 processes, and rank 2 one of 4`,
  ]);
  // The job may be complete when one of those with the same rank comes.
  const twin = /another process is rank 1 already \(process \d+ on .+\)$|has not found rank 0/;
  expect(await tell([2], { size: 3, at })).toEqual(["met 2 of 3"]);
  const [first, ...others] = await job;
  expect(first).toBe("met 0 of 3");
  expect(others.filter((text) => text === "met 1 of 3")).toHaveLength(1);
  expect(others.filter((text) => twin.test(text))).toHaveLength(1);
});

it("what is no message does not end the hub", async () => {
  const at = await freeAddress();
  const port = portOf(at);
  const hello = { version: 3, rank: 1, size: 3, pid: 1, host: "h", place: "p", processors: "" };
  const noise = [
    "null\n5\n",
    '{"hello":null}\n',
    '{"give":{"key":1}}\n',
    "GET / HTTP/1.1\r\n\r\n",
    '{"hello":{"rank":"1"}}\n',
    "a".repeat(2 ** 20),
    `${JSON.stringify({ hello: { ...hello, token: "" } })}\n`,
    `${JSON.stringify({ hello: { ...hello, token: "0123456789abcdef" } })}\n`,
  ];
  const job = tell([0, 1], { size: 3, at });
  for (const text of noise) await say(port, text);
  expect(await tell([2], { size: 3, at })).toEqual(["met 2 of 3"]);
  expect(await job).toEqual(["met 0 of 3", "met 1 of 3"]);
});

it("a rank with an odd message is a rank that has ended", async () => {
  const at = await freeAddress();
  const job = tell([0], { size: 2, at });
  const hello = { version: 3, rank: 1, size: 2, pid: 1, host: "h", place: "p", processors: "" };
  const give = { key: "__proto__", members: [0, 1, -1, 1e9], what: "w", data: "" };
  const messages = [{ hello: { ...hello, token: at.split("@")[0] } }, { give }];
  await say(portOf(at), messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  expect(await job).toEqual([expect.stringMatching(/rank 1 \(process 1 on h\) has ended$/)]);
});

it("a rank with another token does not join", async () => {
  const at = await freeAddress();
  const other = `${"x".repeat(16)}@${at.split("@")[1]}`;
  const [first, second] = await Promise.all([
    tell([0], { size: 2, at, seconds: 4 }),
    tell([1], { size: 2, at: other, seconds: 3 }),
  ]);
  expect(first).toEqual([`${lost} rank 1 has not come within 4 s`]);
  expect(second[0]).toContain("it is something else, or its token is another");
});

it.skipIf(process.platform === "win32")(
  "the file is for its user alone, and rank 0 listens for its machine alone (skipped: files have no modes)",
  async () => {
    const at = join(folder, "mode");
    const job = tell([0], { size: 2, at, seconds: 3 });
    await vi.waitFor(() => expect(existsSync(at)).toBe(true), { timeout: 20_000 });
    expect(statSync(at).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(at, "utf8"))).toMatchObject({ hosts: ["127.0.0.1"] });
    await job;
  },
);

it.skipIf(process.getuid?.() !== 0)(
  "a file of another user is not believed (skipped: only root can make one)",
  async () => {
    const at = join(folder, "foreign");
    writeFileSync(at, JSON.stringify({ port: 1, hosts: ["127.0.0.1"], of: hostname(), token: "theirs" }));
    chownSync(at, 12_345, 12_345);
    const [text] = await tell([1], { size: 2, at, seconds: 2 });
    expect(text).toContain("the file belongs to another user, whose number is 12345");
    rmSync(at);
  },
);

it("a file of a job that is gone is looked at again, whatever listens at its port", async () => {
  const others = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((resolve) => others.listen(0, "127.0.0.1", resolve));
  const { port } = others.address() as AddressInfo;
  const at = join(folder, "stale");
  writeFileSync(at, JSON.stringify({ port, hosts: ["127.0.0.1"], of: hostname(), token: "old" }));
  const second = tell([1], { size: 2, at });
  await new Promise((resolve) => others.once("connection", resolve));
  expect(await tell([0], { size: 2, at })).toEqual(["met 0 of 2"]);
  expect(await second).toEqual(["met 1 of 2"]);
  others.close();
  expect(readdirSync(folder)).toEqual([]);
});

it("a file that cannot be written, and an address that is not of this machine", async () => {
  mkdirSync(join(folder, "taken"));
  const places = [join(folder, "none/file"), join(folder, "taken"), `${"x".repeat(16)}@192.0.2.1:29400`];
  const told = await Promise.all(places.map((at) => tell([0], { size: 2, at })));
  for (const [i, text] of told.flat().entries()) {
    expect(text).toContain(refused);
    expect(text).toContain(places[i]?.split("@").at(-1));
  }
  expect(readdirSync(folder)).toEqual(["taken"]);
});

/** The port of what `freeAddress` gave. */
function portOf(address: string): number {
  return Number(address.split(":").at(-1));
}

/** Comes to a port when somebody listens there, says something, and goes when it is sent away. */
async function say(port: number, text: string): Promise<void> {
  for (;;) {
    const isHeard = await new Promise<boolean>((resolve) => {
      let hasCome = false;
      const socket = connect(port, "127.0.0.1", () => {
        hasCome = true;
        socket.write(text);
      });
      socket.resume();
      // Whoever is sent away in the middle of a text sees an error.
      socket.on("error", () => {});
      socket.on("close", () => resolve(hasCome));
    });
    if (isHeard) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
