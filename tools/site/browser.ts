// A headless Chromium, spoken to over its debugging pipe: enough to open pages, look at them and take pictures.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** One page of a Chromium of our own. */
export class Browser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<(message: Message) => void>();
  #session = "";
  #lastId = 0;
  /** What pages complained of since it was last taken. */
  #complaints: string[] = [];

  private constructor(program: string) {
    this.#profile = mkdtempSync(join(tmpdir(), "cuts-browser-"));
    const flags = [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--remote-debugging-pipe",
      "--hide-scrollbars",
      "--window-size=1440,1000",
    ];
    this.#process = spawn(program, [...flags, `--user-data-dir=${this.#profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    let rest = "";
    (this.#process.stdio[4] as Readable).setEncoding("utf8").on("data", (text: string) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop() ?? "";
      for (const part of parts) this.#receive(JSON.parse(part) as Message);
    });
  }

  static async start(program: string): Promise<Browser> {
    const browser = new Browser(program);
    const { targetId } = await browser.#send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await browser.#send("Target.attachToTarget", { targetId, flatten: true });
    browser.#session = String(sessionId);
    for (const domain of ["Page", "Runtime", "Log"]) await browser.#send(`${domain}.enable`);
    return browser;
  }

  /** Opens a page and waits until it is loaded; gives what it complained of. */
  async open(url: string): Promise<readonly string[]> {
    this.#complaints = [];
    const loaded = new Promise<void>((resolve) => {
      const listener = ({ method }: Message): void => {
        if (method !== "Page.loadEventFired") return;
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
    });
    await this.#send("Page.navigate", { url });
    await loaded;
    return this.#complaints;
  }

  /** The value of an expression in the page; promises are awaited. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { readonly value: T }).value;
  }

  async type(text: string): Promise<void> {
    await this.#send("Input.insertText", { text });
  }

  /** A PNG of what is to be seen. */
  async picture(): Promise<Buffer> {
    const { data } = await this.#send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(String(data), "base64");
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#session = "";
    this.#send("Browser.close").catch(() => {});
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #send(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#lastId;
    const session = this.#session === "" ? {} : { sessionId: this.#session };
    (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result = {}, error }) => {
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
    });
  }

  #receive(message: Message): void {
    const { id, method, params } = message;
    if (id !== undefined) this.#waiting.get(id)?.(message);
    if (method === "Runtime.exceptionThrown") this.#complaints.push(JSON.stringify(params));
    if (
      method === "Log.entryAdded" &&
      (params?.["entry"] as { readonly level: string } | undefined)?.level === "error"
    ) {
      this.#complaints.push(JSON.stringify(params));
    }
    for (const listener of this.#listeners) listener(message);
  }
}
