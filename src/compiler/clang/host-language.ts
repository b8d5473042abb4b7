// The compiler arguments of whole CUDA programs. Both passes read the same text with the standard library's own headers: the host pass
// makes WASI code of the host's functions, the device pass makes code of the kernels. The arguments of both are here, because they must
// agree on the size of every type.
import { findIncludes } from "../../cdecl/includes.js";
import { sha256 } from "../../host/hashing.js";
import type { DeviceHeaders } from "./device-headers.js";
import { DEVICE_HEADERS } from "./device-headers.js";
import { tripleOf } from "./device-target.js";
import { HEADERS_PATH, PACKAGE_PATH } from "./guest-layout.js";
import { type DeviceOptions, relocatableArgs } from "./options.js";

/** A pass of the compiler over a program. */
export type Pass = "host" | "device";

/** What of the standard library comes precompiled. */
export type Prelude = "c" | "c++";

/** Where the library's headers are. */
const SYSTEM = "wasm32-wasip1";
const DEVICE_TARGET = tripleOf("wasm64");
const HOST_TARGET = "wasm64-wasip1";
/** Features of the host code; all in Node 20. */
const HOST_FEATURES =
  "simd128 bulk-memory mutable-globals sign-ext nontrapping-fptoint exception-handling".split(" ");
const LIBRARY_ARGS =
  `-internal-isystem ${PACKAGE_PATH}/include/c++/v1 -internal-isystem ${PACKAGE_PATH}/include ` +
  // Types that have other names with 64-bit pointers than where the headers come from.
  `-internal-externc-isystem ${HEADERS_PATH}/lp64 -internal-externc-isystem ${PACKAGE_PATH}/include/${SYSTEM}`;
const CODE_ARGS =
  "-fgnuc-version=4.2.1 -fexceptions -fcxx-exceptions -mrelocation-model static -O2 -disable-free";
const EMULATED =
  "-D_WASI_EMULATED_PROCESS_CLOCKS -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_GETPID";
const CUDA_ARGS =
  `-x cuda -fcuda-allow-variadic-functions -fdeclspec -target-sdk-version=12.0 -DCUTS_HOST_STD ${EMULATED} ` +
  `-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE -internal-isystem ${HEADERS_PATH}`;

/** Arguments for code of the host, be it CUDA or not. */
export const HOST_TARGET_ARGS: readonly string[] = [
  // Sums of signed integers that overflow wrap around: programs rely on it, and g++ lets them where clang does not (`i * i` in a
  // loop that compares it). Code that uses a constant null pointer is kept, so that it ends as any other does that uses one.
  ...`-cc1 -triple ${HOST_TARGET} ${CODE_ARGS} -fwrapv -fno-delete-null-pointer-checks -exception-model=wasm -mllvm -wasm-enable-eh`.split(
    " ",
  ),
  ...HOST_FEATURES.flatMap((feature) => ["-target-feature", `+${feature}`]),
  ...LIBRARY_ARGS.split(" "),
];

const PASSES: Readonly<Record<Pass, readonly string[]>> = {
  host: [...HOST_TARGET_ARGS, "-aux-triple", DEVICE_TARGET],
  device: [
    ...`-cc1 -triple ${DEVICE_TARGET} -aux-triple ${HOST_TARGET} ${CODE_ARGS}`.split(" "),
    ..."-fcuda-is-device -ffake-address-space-map".split(" "),
    // What is only in functions of the host must be readable all the same, <setjmp.h> too.
    "-D__wasm_exception_handling__",
    ...LIBRARY_ARGS.split(" "),
  ],
};

/** Arguments that the precompiled headers and the source must be compiled with alike. */
export function programArgs(pass: Pass, options: DeviceOptions): string[] {
  return [
    "-cc1",
    // Our own headers come before those of the library, which they extend.
    ...CUDA_ARGS.split(" "),
    ...PASSES[pass].slice(1),
    `-std=${options.standard}`,
    ...options.args.filter((arg) => arg.startsWith("-f")),
    ...relocatableArgs(options),
  ];
}

/** Arguments for code of the host that headers need not know: setjmp by exceptions. */
export const HOST_CODE_ARGS: readonly string[] = ["-mllvm", "-wasm-enable-sjlj"];

/** Arguments that the headers are precompiled with: the instances of templates that they use come ready made. */
export function programHeaderArgs(pass: Pass, options: DeviceOptions): string[] {
  return [...programArgs(pass, options), "-fpch-instantiate-templates"];
}

// What C compilers of the time of most programs warn of and clang refuses.
const OLD_C =
  "implicit-function-declaration implicit-int int-conversion incompatible-pointer-types return-mismatch".split(
    " ",
  );

/** Arguments for a source in C, which nvcc gives to the compiler of the host: no CUDA in it, nothing included before it. */
export function cArgs(options: DeviceOptions): string[] {
  return [
    ...HOST_TARGET_ARGS.filter((arg) => arg !== "-fcxx-exceptions"),
    ..."-x c -std=gnu17".split(" "),
    ...EMULATED.split(" "),
    // What program_platform.h tells C++; headers of C do not ask.
    ..."-D__linux__=1 -D__linux=1 -D__unix__=1 -D__unix=1".split(" "),
    // Behind the library's: those of ours that C can read are the ones the library does not have.
    ...`-internal-isystem ${HEADERS_PATH}`.split(" "),
    ...OLD_C.map((name) => `-Wno-error=${name}`),
    ...options.args.filter((arg) => arg.startsWith("-f") && !arg.startsWith("-ftemplate")),
  ];
}

/** The headers that every source of a program starts with. */
export function programHeaders(prelude: Prelude): DeviceHeaders {
  return {
    directory: DEVICE_HEADERS.directory,
    entry: prelude === "c" ? "cuts_program.h" : "cuts_program_std.h",
  };
}

/** What both passes call the source, so that variables of one file only have the same names in both. */
export function compilationUnitId(name: string): string {
  return `-cuid=${sha256(name).slice(0, 16)}`;
}

// C++ headers for which the precompiled ones pay (cuts_program_std.h): they are in them, or include much of them.
const CXX_HEADERS = new Set(
  (
    "algorithm array bitset chrono complex condition_variable deque exception filesystem fstream functional future iomanip ios " +
    "iosfwd iostream istream iterator list map memory mutex numeric optional ostream queue random regex set sstream stack " +
    "stdexcept string string_view thread tuple unordered_map unordered_set utility valarray variant vector"
  ).split(" "),
);

// cuRAND's host API is C++ here; a source may have it from curand_kernel.h alone.
const HOST_GENERATOR = /\bcurandGenerator_t\b/;

/** The precompiled headers that pay for sources: those of C++ take seconds to make and are of no use to C-like code. */
export function preludeFor(texts: readonly string[]): Prelude {
  const needsCxx = texts.some(
    (text) =>
      HOST_GENERATOR.test(text) ||
      findIncludes(text).some(
        ({ name = "", isQuoted }) => !isQuoted && (CXX_HEADERS.has(name) || name.startsWith("thrust/")),
      ),
  );
  return needsCxx ? "c++" : "c";
}
