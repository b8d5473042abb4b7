// Everything that NumPy computes too, compared with what it computed (tables.jsonl.br), on the cpu device.

import { testCases } from "./suite.js";

testCases("cpu");
