// TypeScript's language server as a process: what an editor shows at a place of a text.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { pathToFileURL } from "node:url";
import { root } from "./manifest.js";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A place in a text: line and column from 0. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** A name that may stand at a place. */
export interface Completion {
  readonly label: string;
  /** Its declaration. */
  readonly detail?: string;
  readonly documentation?: { readonly value: string };
}

export class LanguageServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #received = Buffer.alloc(0);
  #requests = 0;

  private constructor() {
    this.#process = spawn(
      process.execPath,
      [`${root}/node_modules/typescript/lib/tsc.js`, "--lsp", "--stdio"],
      {
        cwd: root,
      },
    );
    this.#process.stdout.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#read();
    });
    this.#process.stderr.resume();
  }

  /** A server for the project of this repository. */
  static async start(): Promise<LanguageServer> {
    const server = new LanguageServer();
    const hover = { contentFormat: ["markdown"] };
    const completion = { completionItem: { documentationFormat: ["markdown"] } };
    await server.request("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      capabilities: { textDocument: { hover, completion } },
    });
    server.#send({ method: "initialized", params: {} });
    return server;
  }

  /** Shows the server a text as that of a file; gives the file's address. */
  open(path: string, text: string): string {
    const uri = pathToFileURL(path).href;
    const textDocument = { uri, languageId: "typescript", version: 1, text };
    this.#send({ method: "textDocument/didOpen", params: { textDocument } });
    return uri;
  }

  /** What an editor shows for the name at a place, as Markdown. */
  async hover(uri: string, position: Place): Promise<string> {
    const result = await this.request("textDocument/hover", { textDocument: { uri }, position });
    return (result as { contents: { value: string } } | null)?.contents.value ?? "";
  }

  /** The names that may stand at a place, each with what an editor shows beside it. */
  async completions(uri: string, position: Place): Promise<readonly Completion[]> {
    const result = await this.request("textDocument/completion", { textDocument: { uri }, position });
    const items = (result as { items: object[] } | null)?.items ?? [];
    const resolved = items.map((item) => this.request("completionItem/resolve", item));
    return (await Promise.all(resolved)) as readonly Completion[];
  }

  async request(method: string, params?: object): Promise<unknown> {
    const id = ++this.#requests;
    const message = await new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ id, method, params });
    });
    if (message.error !== undefined) throw new Error(`${method}: ${message.error.message}`);
    return message.result;
  }

  async stop(): Promise<void> {
    await this.request("shutdown");
    this.#send({ method: "exit" });
    this.#process.stdin.end();
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #read(): void {
    for (;;) {
      const end = this.#received.indexOf("\r\n\r\n");
      const length = /Content-Length: (\d+)/.exec(
        this.#received.toString("latin1", 0, Math.max(end, 0)),
      )?.[1];
      if (length === undefined) return;
      const [begin, next] = [end + 4, end + 4 + Number(length)];
      if (this.#received.length < next) return;
      const message = JSON.parse(this.#received.toString("utf8", begin, next)) as Message;
      this.#received = this.#received.subarray(next);
      this.#answer(message);
    }
  }

  #answer(message: Message): void {
    if (message.id === undefined) return;
    if (message.method !== undefined) {
      // The server asks for settings, or tells that it watches files: it gets nothing.
      this.#send({ id: message.id, result: null });
      return;
    }
    const resolve = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    resolve?.(message);
  }
}
