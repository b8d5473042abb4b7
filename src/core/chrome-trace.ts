// A trace in Chrome's format, which Perfetto opens: a row for each stream, a bar for each piece of work.

/** Work of a device. Times are in microseconds. */
export interface TracedWork {
  readonly name: string;
  /** What kind of work it is: `memcpy`, `memset`, `kernel`, ... */
  readonly type: string;
  /** 0 is the default stream. */
  readonly stream: number;
  /** The index of the device, if there are several. */
  readonly device?: number;
  readonly ts: number;
  readonly dur: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The text of a trace file. `devices` are the names of the devices. */
export function chromeTrace(devices: readonly string[], work: readonly TracedWork[]): string {
  const rows = new Map(work.map(({ device = 0, stream }) => [`${device} ${stream}`, { device, stream }]));
  const used = new Set(work.map(({ device = 0 }) => device));
  const events = [
    ...devices.flatMap((name, pid) =>
      used.has(pid) || pid === 0 ? [{ ph: "M", name: "process_name", pid, tid: 0, args: { name } }] : [],
    ),
    ...Array.from(rows.values(), ({ device, stream }) => {
      const name = stream === 0 ? "default stream" : `stream ${stream}`;
      return { ph: "M", name: "thread_name", pid: device, tid: stream, args: { name } };
    }),
    ...work.map(({ name, type, device = 0, stream, ts, dur, args }) => {
      return { ph: "X", name, cat: type, pid: device, tid: stream, ts, dur, args };
    }),
  ];
  return `${JSON.stringify({ displayTimeUnit: "ns", traceEvents: events })}\n`;
}

/** The names in a trace of work that is not a kernel. */
export const WORK_NAMES: Readonly<Record<string, string>> = {
  memcpy: "copy",
  memset: "fill",
  memFree: "free",
  host: "host function",
};
