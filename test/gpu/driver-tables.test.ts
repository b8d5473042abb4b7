// The driver's table on a real device: graphs, occupancy, managed, pinned, shared and virtual memory, copies of rectangles,
// and linking, each by the public functions of cuts/driver alone.

import { afterAll, afterEach, describe, expect, it } from "vitest";
import type * as cuda from "../../src/native/driver-entry.js";
import {
  check,
  driverConstants as cu,
  driverFunctions,
  libraryConstants,
  nvjitlinkFunctions,
  nvrtcFunctions,
  openNvJitLink,
  openNvrtc,
} from "../../src/native/driver-entry.js";
import { openRawDriver } from "../../src/native/driver.js";
import { findCudaLibrary } from "../../src/native/find-library.js";
import { libraryFiles } from "../../src/native/library-files.js";
import { openRawNvJitLink } from "../../src/native/nvjitlink.js";
import { openRawNvrtc } from "../../src/native/nvrtc.js";
import { noGpu } from "./device.js";
import { Gpu, made, told } from "./tables.js";

const source = `
  extern "C" __global__ void add(float* x, float by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += by;
  }
  extern "C" __global__ void tiled(float* x) { extern __shared__ float tile[]; tile[threadIdx.x] = x[0]; x[0] = tile[0]; }`;

describe.skipIf(noGpu !== undefined)(`the driver's table${noGpu ? ` (skipped: ${noGpu})` : ""}`, () => {
  const gpu = noGpu === undefined ? new Gpu() : (undefined as never);
  const driver = gpu?.driver;
  let architecture = 0;
  let code: Uint8Array | undefined;
  afterEach(() => gpu.freeAll());

  function compile(text: string, ...options: readonly string[]): Uint8Array {
    const nvrtc = openNvrtc();
    const program = new BigUint64Array(1);
    check(nvrtc.nvrtcCreateProgram(program, text, "a.cu", 0, null, null), "nvrtcCreateProgram");
    const handle = program[0] as cuda.nvrtcProgram;
    check(nvrtc.nvrtcCompileProgram(handle, options.length, options), "nvrtcCompileProgram");
    const size = new BigUint64Array(1);
    check(nvrtc.nvrtcGetPTXSize(handle, size), "nvrtcGetPTXSize");
    const ptx = new Int8Array(Number(size[0]));
    check(nvrtc.nvrtcGetPTX(handle, ptx), "nvrtcGetPTX");
    check(nvrtc.nvrtcDestroyProgram(program), "nvrtcDestroyProgram");
    return new Uint8Array(ptx.buffer);
  }

  function target(): number {
    const attribute = (which: number): number =>
      told("cuDeviceGetAttribute", (out) => driver.cuDeviceGetAttribute(out, which, 0));
    architecture ||=
      attribute(cu.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
      attribute(cu.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    return architecture;
  }

  function kernel(name: string, image = (code ??= compile(source, `-arch=compute_${target()}`))) {
    const library = made("cuLibraryLoadData", (out) =>
      driver.cuLibraryLoadData(out, image, null, null, 0, null, null, 0),
    );
    const found = made("cuLibraryGetKernel", (out) => driver.cuLibraryGetKernel(out, library, name));
    return made("cuKernelGetFunction", (out) => driver.cuKernelGetFunction(out, found));
  }

  it("names symbols that the libraries have", () => {
    const raw = openRawDriver();
    const nvrtc = openRawNvrtc(findCudaLibrary(libraryFiles.nvrtc));
    const linker = openRawNvJitLink();
    const symbols = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];
    // An old driver lacks what is newer; this test says which.
    expect(symbols(driverFunctions).filter((symbol) => !raw.has(symbol))).toEqual([]);
    expect(symbols(nvrtcFunctions).filter((symbol) => !nvrtc.has(symbol))).toEqual([]);
    expect(symbols(nvjitlinkFunctions).filter((symbol) => !linker.has(symbol))).toEqual([]);
  });

  it("captures a graph, launches it, and changes a launch in it", () => {
    const n = 1000;
    const x = gpu.upload(new Float32Array(n));
    const add = kernel("add");
    const stream = made("cuStreamCreate", (out) => driver.cuStreamCreate(out, cu.CU_STREAM_NON_BLOCKING));
    const parameters = (by: number) => [BigUint64Array.of(x), Float32Array.of(by), Int32Array.of(n)];
    check(
      driver.cuStreamBeginCapture_v2(stream, cu.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
      "cuStreamBeginCapture",
    );
    expect(told("cuStreamIsCapturing", (out) => driver.cuStreamIsCapturing(stream, out))).toBe(
      cu.CU_STREAM_CAPTURE_STATUS_ACTIVE,
    );
    for (const by of [1, 10]) {
      check(
        driver.cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, stream, parameters(by), null),
        "cuLaunchKernel",
      );
    }
    const graph = made("cuStreamEndCapture", (out) => driver.cuStreamEndCapture(stream, out));
    const count = BigUint64Array.of(8n);
    const nodes = new BigUint64Array(8);
    check(driver.cuGraphGetNodes(graph, nodes, count), "cuGraphGetNodes");
    expect(count[0]).toBe(2n);
    const node = nodes[1] as cuda.CUgraphNode;
    expect(told("cuGraphNodeGetType", (out) => driver.cuGraphNodeGetType(node, out))).toBe(
      cu.CU_GRAPH_NODE_TYPE_KERNEL,
    );
    const exec = made("cuGraphInstantiateWithFlags", (out) =>
      driver.cuGraphInstantiateWithFlags(out, graph, 0n),
    );
    check(driver.cuGraphUpload(exec, stream), "cuGraphUpload");
    for (let i = 0; i < 3; i++) check(driver.cuGraphLaunch(exec, stream), "cuGraphLaunch");
    check(driver.cuStreamSynchronize(stream), "cuStreamSynchronize");
    expect(new Set(gpu.download(x, new Float32Array(n)))).toEqual(new Set([33]));

    const launch = {
      func: null,
      gridDimX: 0,
      gridDimY: 0,
      gridDimZ: 0,
      blockDimX: 0,
      blockDimY: 0,
      blockDimZ: 0,
      sharedMemBytes: 0,
      kernelParams: null,
      extra: null,
      kern: null,
      ctx: null,
    };
    check(driver.cuGraphKernelNodeGetParams_v2(node, launch), "cuGraphKernelNodeGetParams");
    expect(launch).toMatchObject({ gridDimX: 4, blockDimX: 256, sharedMemBytes: 0 });
    // The second node adds what the first adds from now on, or the first what the second does: either way 2 each.
    const first = { ...launch };
    check(
      driver.cuGraphKernelNodeGetParams_v2(nodes[0] as cuda.CUgraphNode, first),
      "cuGraphKernelNodeGetParams",
    );
    check(driver.cuGraphExecKernelNodeSetParams_v2(exec, node, first), "cuGraphExecKernelNodeSetParams");
    check(driver.cuGraphLaunch(exec, stream), "cuGraphLaunch");
    check(driver.cuStreamSynchronize(stream), "cuStreamSynchronize");
    expect([35, 53]).toContain(gpu.download(x, new Float32Array(n))[n - 1]);

    const result = { result: -1, errorNode: null, errorFromNode: null };
    check(driver.cuGraphExecUpdate_v2(exec, graph, result), "cuGraphExecUpdate");
    expect(result.result).toBe(cu.CU_GRAPH_EXEC_UPDATE_SUCCESS);
    check(driver.cuGraphExecDestroy(exec), "cuGraphExecDestroy");
    check(driver.cuGraphDestroy(graph), "cuGraphDestroy");
    check(driver.cuStreamDestroy_v2(stream), "cuStreamDestroy");
  });

  it("tells occupancy, with a function that tells shared memory", () => {
    const tiled = kernel("tiled");
    const blocks = told("cuOccupancyMaxActiveBlocksPerMultiprocessor", (out) =>
      driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(out, tiled, 256, 0),
    );
    expect(blocks).toBeGreaterThanOrEqual(1);
    const [grid, block] = [new Int32Array(1), new Int32Array(1)];
    const asked: number[] = [];
    check(
      driver.cuOccupancyMaxPotentialBlockSize(
        grid,
        block,
        tiled,
        (threads) => {
          asked.push(threads);
          return threads * 4;
        },
        0,
        0,
      ),
      "cuOccupancyMaxPotentialBlockSize",
    );
    expect(block[0]).toBeGreaterThanOrEqual(32);
    expect(asked).toContain(block[0]);
    const config = {
      gridDimX: 64,
      gridDimY: 1,
      gridDimZ: 1,
      blockDimX: 128,
      blockDimY: 1,
      blockDimZ: 1,
      sharedMemBytes: 0,
      hStream: null,
      attrs: null,
      numAttrs: 0,
    };
    if (target() >= 90) {
      const cluster = told("cuOccupancyMaxPotentialClusterSize", (out) =>
        driver.cuOccupancyMaxPotentialClusterSize(out, tiled, config),
      );
      expect(cluster).toBeGreaterThanOrEqual(1);
    }
  });

  it("makes handles for other processes", () => {
    const x = gpu.allocate(1 << 21);
    const handle = { reserved: Array.from({ length: 64 }, () => 0) };
    check(driver.cuIpcGetMemHandle(handle, x), "cuIpcGetMemHandle");
    expect(handle.reserved.some((byte) => byte !== 0)).toBe(true);
    // The process that made a handle may not open it: what matters is that the driver knew the handle by its bytes.
    const address = new BigUint64Array(1);
    expect(() => check(driver.cuIpcOpenMemHandle_v2(address, handle, 1), "cuIpcOpenMemHandle")).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/^CUDA_ERROR_(INVALID_CONTEXT|INVALID_HANDLE|ALREADY_MAPPED)$/),
      }),
    );
    const pool = made("cuMemPoolCreate", (out) =>
      driver.cuMemPoolCreate(out, {
        allocType: cu.CU_MEM_ALLOCATION_TYPE_PINNED,
        handleTypes: cu.CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
        location: { type: cu.CU_MEM_LOCATION_TYPE_DEVICE, id: 0 },
        win32SecurityAttributes: null,
        maxSize: 0n,
        usage: 0,
        reserved: new Uint8Array(54),
      }),
    );
    const descriptor = told("cuMemPoolExportToShareableHandle", (out) =>
      driver.cuMemPoolExportToShareableHandle(out, pool, cu.CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0n),
    );
    expect(descriptor).toBeGreaterThan(2);
    check(driver.cuMemPoolDestroy(pool), "cuMemPoolDestroy");
  });

  it("advises on and moves managed memory", () => {
    const bytes = 1 << 21;
    const address = new BigUint64Array(1);
    check(driver.cuMemAllocManaged(address, bytes, cu.CU_MEM_ATTACH_GLOBAL), "cuMemAllocManaged");
    const x = address[0] ?? 0n;
    const location = { type: cu.CU_MEM_LOCATION_TYPE_DEVICE, id: 0 };
    check(driver.cuMemAdvise_v2(x, bytes, cu.CU_MEM_ADVISE_SET_PREFERRED_LOCATION, location), "cuMemAdvise");
    check(driver.cuMemPrefetchAsync_v2(x, bytes, location, 0, null), "cuMemPrefetchAsync");
    check(driver.cuMemsetD32_v2(x, 7, bytes / 4), "cuMemsetD32");
    const preferred = told("cuMemRangeGetAttribute", (out) =>
      driver.cuMemRangeGetAttribute(out, 4, cu.CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, x, bytes),
    );
    expect(preferred).toBe(0);
    const managed = told("cuPointerGetAttribute", (out) =>
      driver.cuPointerGetAttribute(out, cu.CU_POINTER_ATTRIBUTE_IS_MANAGED, x),
    );
    expect(managed).toBe(1);
    expect(gpu.download(x, new Uint32Array(4))).toEqual(new Uint32Array([7, 7, 7, 7]));
    check(driver.cuMemFree_v2(x), "cuMemFree");
  });

  it("page-locks memory of the host", () => {
    const memory = made("cuMemHostAlloc", (out) =>
      driver.cuMemHostAlloc(out, 4096, cu.CU_MEMHOSTALLOC_PORTABLE | cu.CU_MEMHOSTALLOC_DEVICEMAP),
    );
    const mapped = new BigUint64Array(1);
    check(driver.cuMemHostGetDevicePointer_v2(mapped, memory, 0), "cuMemHostGetDevicePointer");
    check(driver.cuMemsetD32_v2(mapped[0] ?? 0n, 9, 1024), "cuMemsetD32");
    expect(gpu.download(mapped[0] ?? 0n, new Uint32Array(2))).toEqual(new Uint32Array([9, 9]));
    check(driver.cuMemFreeHost(memory), "cuMemFreeHost");
  });

  it("copies a rectangle", () => {
    const [width, height, pitch] = [3, 4, 8];
    const grid = Float32Array.from({ length: pitch * height }, (_, i) => i);
    const from = gpu.upload(grid);
    const to = gpu.upload(new Float32Array(width * height));
    check(
      driver.cuMemcpy2D_v2({
        srcXInBytes: 8n,
        srcY: 0n,
        srcMemoryType: cu.CU_MEMORYTYPE_DEVICE,
        srcHost: null,
        srcDevice: from,
        srcArray: null,
        srcPitch: BigInt(pitch * 4),
        dstXInBytes: 0n,
        dstY: 0n,
        dstMemoryType: cu.CU_MEMORYTYPE_DEVICE,
        dstHost: null,
        dstDevice: to,
        dstArray: null,
        dstPitch: BigInt(width * 4),
        WidthInBytes: BigInt(width * 4),
        Height: BigInt(height),
      }),
      "cuMemcpy2D",
    );
    expect([...gpu.download(to, new Float32Array(width * height))]).toEqual([
      2, 3, 4, 10, 11, 12, 18, 19, 20, 26, 27, 28,
    ]);
  });

  it("maps memory to addresses", () => {
    const properties = {
      type: cu.CU_MEM_ALLOCATION_TYPE_PINNED,
      requestedHandleTypes: 0,
      location: { type: cu.CU_MEM_LOCATION_TYPE_DEVICE, id: 0 },
      win32HandleMetaData: null,
      allocFlags: { compressionType: 0, gpuDirectRDMACapable: 0, usage: 0, reserved: new Uint8Array(4) },
    };
    const size = new BigUint64Array(1);
    check(
      driver.cuMemGetAllocationGranularity(size, properties, cu.CU_MEM_ALLOC_GRANULARITY_MINIMUM),
      "cuMemGetAllocationGranularity",
    );
    const bytes = size[0] ?? 0n;
    expect(bytes).toBeGreaterThanOrEqual(4096n);
    const [address, handle] = [new BigUint64Array(1), new BigUint64Array(1)];
    check(driver.cuMemAddressReserve(address, bytes * 2n, 0n, 0n, 0n), "cuMemAddressReserve");
    check(driver.cuMemCreate(handle, bytes, properties, 0n), "cuMemCreate");
    const at = (address[0] ?? 0n) + bytes;
    check(driver.cuMemMap(at, bytes, 0n, handle[0] ?? 0n, 0n), "cuMemMap");
    const access = { location: properties.location, flags: cu.CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    check(driver.cuMemSetAccess(at, bytes, access, 1n), "cuMemSetAccess");
    check(driver.cuMemsetD32_v2(at, 5, bytes / 4n), "cuMemsetD32");
    expect(gpu.download(at + bytes - 8n, new Uint32Array(2))).toEqual(new Uint32Array([5, 5]));
    check(driver.cuMemUnmap(at, bytes), "cuMemUnmap");
    check(driver.cuMemRelease(handle[0] ?? 0n), "cuMemRelease");
    check(driver.cuMemAddressFree(address[0] ?? 0n, bytes * 2n), "cuMemAddressFree");
  });

  it("runs code that nvJitLink made of two PTX", () => {
    const linker = openNvJitLink();
    const rdc = [`-arch=compute_${target()}`, "-rdc=true"];
    const inputs = [
      compile("__device__ float twice(float x) { return 2 * x; }", ...rdc),
      compile(
        `extern __device__ float twice(float x);
         extern "C" __global__ void all(float* x) { x[threadIdx.x] = twice(x[threadIdx.x]) + 1; }`,
        ...rdc,
      ),
    ];
    const state = new BigUint64Array(1);
    check(linker.nvJitLinkCreate(state, 1, [`-arch=sm_${target()}`]), "nvJitLinkCreate");
    const handle = state[0] as cuda.nvJitLinkHandle;
    for (const [i, ptx] of inputs.entries()) {
      const { NVJITLINK_INPUT_PTX: type } = libraryConstants;
      check(linker.nvJitLinkAddData(handle, type, ptx, ptx.length, `${i}.ptx`), "nvJitLinkAddData");
    }
    check(linker.nvJitLinkComplete(handle), "nvJitLinkComplete");
    const size = new BigUint64Array(1);
    check(linker.nvJitLinkGetLinkedCubinSize(handle, size), "nvJitLinkGetLinkedCubinSize");
    const cubin = new Uint8Array(Number(size[0]));
    check(linker.nvJitLinkGetLinkedCubin(handle, cubin), "nvJitLinkGetLinkedCubin");
    check(linker.nvJitLinkDestroy(state), "nvJitLinkDestroy");
    const x = gpu.upload(Float32Array.of(1, 2, 3, 4));
    const all = kernel("all", cubin);
    check(
      driver.cuLaunchKernel(all, 1, 1, 1, 4, 1, 1, 0, null, [BigUint64Array.of(x)], null),
      "cuLaunchKernel",
    );
    expect([...gpu.download(x, new Float32Array(4))]).toEqual([3, 5, 7, 9]);
  });

  afterAll(() => {
    if (noGpu === undefined) check(driver.cuDevicePrimaryCtxRelease_v2(0), "cuDevicePrimaryCtxRelease");
  });
});
