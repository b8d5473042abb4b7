// A line of the user's program that can be kept for long: unlike a captured stack it refers to no objects, such as arrays. It costs
// some microseconds more than a CallSite. The position in the original TypeScript is looked up when the line is printed.

import { type Site, SITE_FRAMES, UNKNOWN_PLACE } from "./call-site.js";
import { processState } from "../../core/process-state.js";
import { isUserFile } from "../../host/creation-site.js";
import { writtenPlace } from "../../host/source-maps.js";
import { laterUnheld } from "../../host/timers.js";

/** The user's frames that are kept: the call, and its callers. */
const KEPT_FRAMES = 4;

interface Frame {
  readonly name: string | null;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The methods of V8's CallSite that are used here. */
interface CallSite {
  getFileName(): string | null | undefined;
  getFunctionName(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
}

type PrepareStack = (this: void, error: Error, sites: readonly CallSite[]) => unknown;

/** Holds the function that V8 calls to format a stack. */
const hooks: { prepareStackTrace?: PrepareStack | undefined } = Error as never;

/** A captured stack. V8 formats it when `stack` is first read. */
interface Taken {
  stack?: unknown;
}

export class UserLine implements Site {
  #taken: Taken | undefined;
  #known: readonly Frame[] = [];

  /**
   * When to read the frames: at once, or some milliseconds later ("soon"). "near" is "soon" for a user's call that is only a few
   * frames away.
   */
  constructor(when: "now" | "soon" | "near" = "now") {
    const { stackTraceLimit } = Error;
    const taken: Taken = {};
    Error.stackTraceLimit = when === "near" && state.frames === SITE_FRAMES ? NEAR_FRAMES : state.frames;
    Error.captureStackTrace(taken, UserLine);
    Error.stackTraceLimit = stackTraceLimit;
    this.#taken = taken;
    if (when === "now") this.settle();
    else settleSoon(this);
  }

  /** A line whose frames are read some milliseconds later, unless it is forgotten before. */
  static soon(): UserLine {
    return new UserLine("soon");
  }

  /** Reads the frames and releases the objects on the stack. */
  settle(): void {
    if (this.#taken === undefined) return;
    this.#known = framesOf(this.#taken);
    this.#taken = undefined;
  }

  /** Releases the stack without reading it: nobody will ask for the line. */
  forget(): void {
    this.#taken = undefined;
  }

  get #frames(): readonly Frame[] {
    this.settle();
    return this.#known;
  }

  place(): string {
    const [first] = this.#frames;
    return first === undefined ? UNKNOWN_PLACE : placeOf(first);
  }

  frames(): string {
    return this.#frames
      .map((frame) => `    at ${frame.name === null ? placeOf(frame) : `${frame.name} (${placeOf(frame)})`}`)
      .join("\n");
  }
}

const state = processState(() => ({
  /** Lines whose frames are read soon. */
  unsettled: [] as UserLine[],
  /** The number of frames that are searched for the user's line. Each costs a microsecond. */
  frames: SITE_FRAMES,
}));
/** The most lines that wait to be read, because each keeps the objects on its stack alive, which may be arrays. */
const MOST_UNSETTLED = 1024;
/** How long reading is delayed. Most reports are read before that, and without an error nobody needs the line. */
const SETTLE_MS = 20;

function settleSoon(line: UserLine): void {
  if (state.unsettled.length === MOST_UNSETTLED) settleAll();
  // The timer must not keep the process alive.
  if (state.unsettled.push(line) === 1) laterUnheld(settleAll, SETTLE_MS);
}

function settleAll(): void {
  const due = state.unsettled;
  state.unsettled = [];
  for (const line of due) line.settle();
}

/** Frames that are searched when the user's call is many frames away. */
const DEEP_FRAMES = 48;
/** Enough for a function that is called by a method or by another function of CuTS. */
const NEAR_FRAMES = 6;

/** Runs code that is many frames away from the user's call, such as a gradient step: more frames are searched for the line. */
export function deepInside<T>(body: () => T): T {
  const before = state.frames;
  state.frames = DEEP_FRAMES;
  try {
    return body();
  } finally {
    state.frames = before;
  }
}

function framesOf(taken: Taken): readonly Frame[] {
  const { prepareStackTrace } = hooks;
  hooks.prepareStackTrace = readFrames;
  try {
    return taken.stack as readonly Frame[];
  } finally {
    // Set to undefined if there was none, because deleting the property would take ten microseconds.
    hooks.prepareStackTrace = prepareStackTrace;
  }
}

function readFrames(_error: Error, sites: readonly CallSite[]): readonly Frame[] {
  const first = sites.findIndex((site) => isUserFile(site.getFileName()));
  if (first === -1) return [];
  return sites.slice(first, first + KEPT_FRAMES).flatMap((site) => {
    const file = site.getFileName();
    if (typeof file !== "string" || !isUserFile(file)) return [];
    const name = site.getFunctionName();
    return { name, file, line: site.getLineNumber() ?? 1, column: site.getColumnNumber() ?? 1 };
  });
}

/** `file:///home/me/app.ts:12:9`, in the source as it is written. */
function placeOf(frame: Frame): string {
  return writtenPlace(frame.file, frame.line, frame.column) ?? byPrepare(frame) ?? asItRuns(frame);
}

function asItRuns({ file, line, column }: Frame): string {
  return `${file}:${line}:${column}`;
}

/** The place according to a loader with its own source maps, such as Vitest's. */
function byPrepare(frame: Frame): string | undefined {
  const { prepareStackTrace } = hooks;
  if (prepareStackTrace === undefined) return undefined;
  try {
    const text: unknown = prepareStackTrace(new Error("site"), [callSiteOf(frame)]);
    return /\s+at (?:.*\()?([^()\s]+:\d+:\d+)\)?$/.exec(String(text))?.[1];
  } catch {
    // The formatter uses more of the frame than is known.
    return undefined;
  }
}

/** A frame as a call site for a stack formatter. Formatters copy the methods from the prototype, so they are defined there. */
function callSiteOf(frame: Frame): CallSite {
  const { file, line, column } = frame;
  const values: Readonly<Record<string, unknown>> = {
    getThis: undefined,
    getTypeName: null,
    getFunction: undefined,
    getFunctionName: null,
    getMethodName: null,
    getFileName: file,
    getLineNumber: line,
    getColumnNumber: column,
    getEvalOrigin: undefined,
    isToplevel: true,
    isEval: false,
    isNative: false,
    isConstructor: false,
    isAsync: false,
    isPromiseAll: false,
    getPromiseIndex: null,
    getScriptNameOrSourceURL: file,
    getScriptHash: "",
    getEnclosingColumnNumber: column,
    getEnclosingLineNumber: line,
    getPosition: 0,
  };
  const methods = Object.entries(values).map(([name, value]) => [name, () => value] as const);
  const prototype = { ...Object.fromEntries(methods), toString: () => asItRuns(frame) };
  return Object.create(prototype) as CallSite;
}
