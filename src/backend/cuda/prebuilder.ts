// Compiles kernels of users' packages ahead of time: machine code for each architecture that is requested.

import { completeObjectCode } from "../../compiler/cache/object-code.js";
import { check } from "../../native/check.js";
import type { KernelPrebuilder } from "../port/prebuilder.js";
import { openCudaSource } from "./compile/open-source.js";
import { cudaDriver } from "./cuda-driver.js";
import { architectureFrom } from "./device-properties.js";

export const cudaPrebuilder: KernelPrebuilder = {
  prebuild: ({ source, ...options }, architectures) =>
    Promise.all(
      architectures.map(async (architecture) => {
        const { code, names } = await openCudaSource(source, options, architecture).compile();
        const object = completeObjectCode({ code: new Uint8Array(code), names });
        return { target: `sm_${architecture}`, object };
      }),
    ),
  architectureOf: (id) => {
    const driver = cudaDriver();
    check(driver.api.cuDeviceGet(driver.out(0), Number(id.replace("cuda:", ""))), "cuDeviceGet");
    const device = driver.int(0);
    return String(
      architectureFrom((which) => {
        check(driver.api.cuDeviceGetAttribute(driver.out(0), which, device), "cuDeviceGetAttribute");
        return driver.int(0);
      }),
    );
  },
};
