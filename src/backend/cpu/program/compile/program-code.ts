// A compiled program: the module of its host code and the device code of each source, as bytes for the cache and for the
// process that runs it.
import type { CpuObject } from "../../cpu-object.js";
import type { HostModule } from "../../../../compiler/clang/host-link.js";

/** Everything that is needed to run a program. */
export interface ProgramCode {
  readonly host: HostModule;
  /** Device code by the key that host code registers it under. */
  readonly devices: Readonly<Record<string, CpuObject>>;
}
