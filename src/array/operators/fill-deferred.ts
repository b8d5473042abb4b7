// Fills in the functions of deferred.ts.

import { full, zeros } from "../creation.js";
import { where } from "../elementwise/select.js";
import { movedBack } from "../indexing/scatter.js";
import { concatenate } from "../joining/concatenate.js";
import { deferred, type DeferredFunctions } from "./deferred.js";

const functions: DeferredFunctions = { concatenate, full, movedBack, where, zeros };

Object.assign(deferred, functions);
