// Other devices and other processes: there are none. Asking about them is answered; using them is refused with the
// error that CUDA gives on a machine with one GPU, or cudaErrorNotSupported.

import type { Implementations } from "../bind-function.js";
import { fail } from "../error-state.js";
import type { Runtime } from "../runtime.js";
import type { PEERS } from "../signatures/execution.js";

export function peerFunctions(rt: Runtime): Implementations<typeof PEERS> {
  const { guest } = rt;
  const noProcesses = (): never => {
    rt.host.warn(
      "cuts: memory and events of other processes (cudaIpc…) are not supported on the cpu device\n",
    );
    return fail("cudaErrorNotSupported");
  };
  return {
    cudaDeviceCanAccessPeer: (can = 0, device = 0, peer = 0) => {
      if (device !== 0 || peer !== 0) fail("cudaErrorInvalidDevice");
      guest.setU32(can, 0);
    },
    cudaDeviceEnablePeerAccess: () => fail("cudaErrorInvalidDevice"),
    cudaDeviceDisablePeerAccess: (peer = 0) =>
      fail(peer === 0 ? "cudaErrorPeerAccessNotEnabled" : "cudaErrorInvalidDevice"),
    cudaDeviceGetP2PAttribute: () => fail("cudaErrorInvalidDevice"),
    cudaIpcGetMemHandle: noProcesses,
    cudaIpcOpenMemHandle: noProcesses,
    cudaIpcCloseMemHandle: noProcesses,
    cudaIpcGetEventHandle: noProcesses,
    cudaIpcOpenEventHandle: noProcesses,
  };
}
