// A compiled module made callable: memory, a bump allocator for arrays, and stand-ins for what the CPU backend provides.
// One thread, index 0 of a 1x1x1 grid unless set otherwise; every call of a stand-in that matters is recorded.

type Numeric =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;
type Scalar = number | bigint;

/** What the stand-ins saw: the name and the arguments, in order. */
export type Call = readonly [name: string, ...args: readonly Scalar[]];

const PAGES = 1024;

/** One instance of a module built by HeaderCompiler. */
export class DeviceModule {
  /** Built-in variables by function name, such as `tid_x` or `bdim_y`; others are 0 (indices) or 1 (sizes). */
  readonly variables: Record<string, number> = {};
  readonly calls: Call[] = [];
  readonly memory = new WebAssembly.Memory({ initial: PAGES });
  /** Answers `__cuts_warp_op`; by default the warp has one lane and every exchange returns the lane's own value. */
  warpOp = (_op: number, _mask: number, value: bigint, _argument: number): bigint => value;
  readonly #exports: WebAssembly.Instance["exports"];
  #next: number;

  constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(module, { env: this.#imports(module) });
    this.#exports = instance.exports;
    this.#next = (this.#exports.__heap_base as WebAssembly.Global).value as number;
  }

  /** Calls an exported function. Arrays are copied in and, after the call, back out. */
  call(name: string, ...args: readonly (Scalar | Numeric)[]): Scalar | undefined {
    const start = this.#next;
    const placed = args.map((arg) => (typeof arg === "object" ? this.#place(arg) : arg));
    const result = (this.#exports[name] as (...args: Scalar[]) => Scalar | undefined)(...placed);
    args.forEach((arg, i) => {
      if (typeof arg !== "object") return;
      const bytes = new Uint8Array(this.memory.buffer, Number(placed[i]), arg.byteLength);
      new Uint8Array(arg.buffer, arg.byteOffset, arg.byteLength).set(bytes);
    });
    this.#next = start;
    return result;
  }

  /** A zero-terminated string at an address. */
  text(address: number): string {
    const bytes = new Uint8Array(this.memory.buffer, address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  #place(array: Numeric): number {
    const address = Math.ceil(this.#next / 16) * 16;
    this.#next = address + array.byteLength;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    new Uint8Array(this.memory.buffer).set(bytes, address);
    return address;
  }

  #imports(module: WebAssembly.Module): WebAssembly.ModuleImports {
    const names = WebAssembly.Module.imports(module).map(({ name }) => name);
    return Object.fromEntries(
      names.map((name) => [name, name === "memory" ? this.memory : this.#standIn(name)]),
    );
  }

  #standIn(name: string): (...args: Scalar[]) => Scalar | undefined {
    const variable = /^__cuts_((?:tid|bid|bdim|gdim)_[xyz])$/.exec(name)?.[1];
    if (variable !== undefined) return () => this.variables[variable] ?? (variable.includes("dim") ? 1 : 0);
    return (...args) => {
      this.calls.push([name, ...args]);
      if (name === "__cuts_warp_op") {
        const [op, mask, value, argument] = args as [number, number, bigint, number];
        return BigInt.asUintN(64, this.warpOp(op, mask >>> 0, BigInt.asUintN(64, value), argument >>> 0));
      }
      if (name === "__cuts_clock") return 123_456_789_012n;
      if (name === "__cuts_malloc") return this.#allocate(args[0] as number);
      if (name === "__cuts_assert_fail") throw new Error("assertion failed");
      return 0;
    };
  }

  #allocate(byteLength: number): number {
    const address = Math.ceil(this.#next / 16) * 16;
    this.#next = address + byteLength;
    return address;
  }
}
