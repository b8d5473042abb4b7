// The part of the WebAssembly JavaScript API that CuTS uses. Node's types leave it out, and the DOM library that has it
// would bring a browser's globals into every file.

declare namespace WebAssembly {
  type ValueType = "i32" | "i64" | "f32" | "f64" | "v128" | "externref" | "anyfunc";
  type ExternalKind = "function" | "table" | "memory" | "global";
  type ImportValue = ((...args: never[]) => unknown) | Memory | Table | Global;
  type ModuleImports = Record<string, ImportValue>;
  type Imports = Record<string, ModuleImports>;
  type ExportValue = ((...args: (number | bigint)[]) => unknown) | Memory | Table | Global;

  class Module {
    constructor(bytes: ArrayBufferView | ArrayBufferLike);
    static imports(module: Module): { module: string; name: string; kind: ExternalKind }[];
    static exports(module: Module): { name: string; kind: ExternalKind }[];
    static customSections(module: Module, name: string): ArrayBuffer[];
  }

  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Readonly<Record<string, ExportValue>>;
  }

  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
    grow(pages: number): number;
  }

  class Table {
    constructor(descriptor: { element: "anyfunc" | "externref"; initial: number; maximum?: number });
    readonly length: number;
    get(index: number): unknown;
    set(index: number, value: unknown): void;
    grow(count: number): number;
  }

  class Global {
    constructor(descriptor: { value: ValueType; mutable?: boolean }, value?: number | bigint);
    value: number | bigint;
  }

  /** Made by modules only. */
  interface Tag {
    readonly [Symbol.toStringTag]: "WebAssembly.Tag";
  }

  class Exception {
    is(tag: Tag): boolean;
    getArg(tag: Tag, index: number): number;
  }

  class CompileError extends Error {}
  class LinkError extends Error {}
  class RuntimeError extends Error {}

  function validate(bytes: ArrayBufferView | ArrayBufferLike): boolean;
  function compile(bytes: ArrayBufferView | ArrayBufferLike): Promise<Module>;
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
}
