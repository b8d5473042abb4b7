// docs/cuda-runtime.md, which lists the functions of the CUDA runtime on the cpu device, from the same tables as the headers.

import {
  DRIVER_TABLES,
  NVRTC_TABLES,
  RUNTIME_TABLES,
  type SignatureTable,
} from "../src/backend/cpu/program/cudart/signatures.js";

const INTRODUCTION = `# The CUDA runtime API on the cpu device

What whole programs (\`cuts run prog.cu\`) can call where there is no GPU. Names, types, flags and error texts are CUDA 13's; forms of
older toolkits that programs still use (\`cudaMemPrefetchAsync\` with a device number, \`cudaGraphInstantiate\` with a log buffer,
\`prop.clockRate\` …) are there too. This page is written from the tables that the headers and the functions come from.

## How it behaves

- **One device, one memory.** Host and device share an address space, so managed, pinned and mapped memory cost nothing. Who may use a
  pointer is checked all the same: a copy that takes host memory for device memory, goes past an allocation or touches freed memory is \`cudaErrorInvalidValue\`, and a
  kernel that is given a pointer of the host, or a freed one, fails with \`cudaErrorIllegalAddress\` when the program waits. Pointers inside
  structures are not looked at.
- **Streams** run in the order in which work is given, which is one of the orders CUDA allows. Work starts at the latest when the
  program waits, asks (\`cudaStreamQuery\`, \`cudaEventQuery\`) or has given 1024 pieces of it. Functions of the host (\`cudaLaunchHostFunc\`) are
  called on the program's own thread.
- **Errors** are kept as CUDA keeps them: \`cudaGetLastError\` takes the last one; an error of a kernel comes from the call that waits and
  from every call after it. Why a kernel failed is told on stderr.
- **printf** of kernels is written when the program waits, after what the host has printed.
- **\`__managed__\` variables** change sides when a kernel is launched and when the program waits.
- **Textures and surfaces** of one to three dimensions, layers and cubes, with the address, filter and read modes, and gathers. Mipmaps and
  texture references are not supported.
- **NVRTC and modules**: \`nvrtcCompileProgram\` and \`cuModuleLoad…\` of PTX compile in a process of their own while the program waits; the
  cache has it the next time. What NVRTC gives as PTX or as a cubin is a text of our own, for \`cuModuleLoadData\` and nobody else, and a
  lowered name is the expression itself. \`cuModuleLoad\` takes names from the directory in which the program was started. The linker
  (\`cuLink…\`) takes one input; the logs and the time that options of a load or a link ask for are written, other options have no effect.
- **Properties** are those of compute capability 9.0; clocks and bus width are nominal (\`clock64()\` counts nanoseconds, so the clock rate
  is 1 GHz). Registers do not limit occupancy.
- \`size_t\`, \`long\`, pointers and \`CUdeviceptr\` have 8 bytes; the device has at most 4 GiB of memory, of which one allocation gets less than 2, unless the
  program [asks for more](programs.md#more-than-4-gib).

Not supported on the cpu device, and said so where it is used: modules of machine code (\`cuModuleLoad…\`), memory of other processes
(\`cudaIpc…\`), thread block clusters, graphics interoperability, external memory and semaphores, virtual memory (\`cuMemMap\` …), mipmapped
arrays, conditional nodes of graphs, launches from kernels.

## The functions
`;

/** The page as Markdown. */
export function runtimePage(): string {
  const tables: readonly (readonly [string, SignatureTable])[] = [
    ...Object.entries(RUNTIME_TABLES),
    ...Object.entries(DRIVER_TABLES),
    ...Object.entries(NVRTC_TABLES),
  ];
  const parts = tables.flatMap(([title, table]) => {
    const names = Object.keys(table).filter((name) => !name.startsWith("__") && !name.endsWith("_v2"));
    return names.length === 0 ? [] : [`**${title}**: ${names.map((name) => `\`${name}\``).join(", ")}`];
  });
  return `${INTRODUCTION}\n${parts.map(wrapped).join("\n\n")}\n`;
}

// Lines of the width of our other pages.
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length > 139) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
