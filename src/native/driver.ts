// The CUDA driver API, one to one: each entry is a function of libcuda by its exported symbol, its C declaration and one
// line of what it does, by area in driver/. The table is the only source: bindings and TypeScript types are made from it,
// and a test compares it with cuda.h. Sizes and addresses that come back are written through pointers, as in C.

import { lazy } from "../core/lazy.js";
import { type NativeTable, type RawTable, nativeTable, rawTable } from "./bind-table.js";
import { contextFunctions } from "./driver/context.js";
import { copyFunctions } from "./driver/copy.js";
import { deviceFunctions } from "./driver/device.js";
import { eventFunctions } from "./driver/event.js";
import { graphFunctions } from "./driver/graph.js";
import { launchFunctions } from "./driver/launch.js";
import { memoryFunctions } from "./driver/memory.js";
import { moduleFunctions } from "./driver/module.js";
import { occupancyFunctions } from "./driver/occupancy.js";
import { poolFunctions } from "./driver/pool.js";
import { sharingFunctions } from "./driver/sharing.js";
import { streamFunctions } from "./driver/stream.js";
import { virtualMemoryFunctions } from "./driver/virtual-memory.js";
import { driverTypes } from "./driver-types.js";
import { findCudaLibrary } from "./find-library.js";
import { libraryFiles } from "./library-files.js";

/** The functions of the driver. */
export const driverTable = lazy(
  () =>
    ({
      ...deviceFunctions,
      ...contextFunctions,
      ...moduleFunctions,
      ...launchFunctions,
      ...occupancyFunctions,
      ...memoryFunctions,
      ...poolFunctions,
      ...virtualMemoryFunctions,
      ...copyFunctions,
      ...sharingFunctions,
      ...streamFunctions,
      ...eventFunctions,
      ...graphFunctions,
    }) as const,
);

type Functions = ReturnType<typeof driverTable>;

/** The driver with every argument checked; handles are branded addresses. */
export type Driver = NativeTable<Functions, typeof driverTypes>;

/** The driver without checks and with addresses as numbers: for the backend. */
export type RawDriver = RawTable<Functions, typeof driverTypes>;

/**
 * Opens the driver, or the one of `library`. A function that this driver is too old for throws when it is first touched.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` where there is none.
 * @example
 * const cuda = openDriver();
 * check(cuda.cuInit(0), "cuInit");
 */
export function openDriver(library = findCudaLibrary(libraryFiles.driver)): Driver {
  return nativeTable(library, driverTable(), driverTypes);
}

/** {@link openDriver} for the backend. */
export function openRawDriver(): RawDriver {
  return rawTable(findCudaLibrary(libraryFiles.driver), driverTable(), driverTypes);
}
