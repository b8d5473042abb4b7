// Puts the functions of late.ts in place.

import { full, zeros } from "../creation.js";
import { where } from "../elementwise/select.js";
import { movedBack } from "../indexing/scatter.js";
import { concatenate } from "../joining/concatenate.js";
import { late, type LateFunctions } from "./late.js";

const functions: LateFunctions = { concatenate, full, movedBack, where, zeros };

Object.assign(late, functions);
