// The TypeScript type of a C declaration whose pointers and handles are plain numbers, which is what koffi passes
// fastest. It reads the text only as far as that needs; run time reads it in full (bind-table.ts).

declare const handleBrand: unique symbol;

/** A handle or an address of a driver object, as a number that cannot be mistaken for another kind of handle. */
export type RawHandle<Name extends string> = number & { readonly [handleBrand]: Name };

/** A C function without checks, and the same call on a worker thread. */
export interface RawCall<Text extends string> {
  (...args: RawParameters<Text>): RawResult<Text>;
  /** Whoever passes an address keeps its memory until the promise settles. */
  readonly async: (...args: RawParameters<Text>) => Promise<RawResult<Text>>;
}

type RawResult<Text extends string> = Text extends `const char*(${string}` ? string | null : number;

type RawParameters<Text extends string> = Text extends `${string}(void)` | `${string}()`
  ? []
  : Text extends `${string}(${infer List})`
    ? RawList<List>
    : never;

type RawList<List extends string> = List extends `${infer First}, ${infer Rest}`
  ? [RawParameter<First>, ...RawList<Rest>]
  : [RawParameter<List>];

type RawParameter<P extends string> = P extends `const char* ${infer Rest}`
  ? Rest extends `const*${string}`
    ? number
    : string
  : P extends `${string}*${string}`
    ? number
    : P extends `${infer Name} ${string}`
      ? Name extends HandleName
        ? RawHandle<Name>
        : Name extends keyof RawStructs
          ? RawStructs[Name]
          : number
      : number;

/** The structs of the driver that are passed by value. */
interface RawStructs {
  readonly CUmemLocation: { readonly type: number; readonly id: number };
  readonly CUipcMemHandle: { readonly reserved: Uint8Array };
  readonly CUipcEventHandle: { readonly reserved: Uint8Array };
}

/** The types of the driver and of the libraries that are handles. */
type HandleName =
  | "CUcontext"
  | "CUmodule"
  | "CUfunction"
  | "CUlibrary"
  | "CUkernel"
  | "CUlinkState"
  | "CUstream"
  | "CUevent"
  | "CUgraph"
  | "CUgraphNode"
  | "CUgraphExec"
  | "CUuserObject"
  | "CUmemoryPool"
  | "nvrtcProgram"
  | "nvJitLinkHandle"
  | "cudaStream_t"
  | "cublasHandle_t"
  | "curandGenerator_t"
  | "cusolverDnHandle_t"
  | "cusolverDnParams_t"
  | "gesvdjInfo_t"
  | "syevjInfo_t";
