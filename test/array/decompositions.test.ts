// Decompositions on the cpu device: below and above the width of a block, and with several blocks.

import { testDecompositions } from "./decompositions/suite.js";

testDecompositions("cpu", [1, 3, 33, 70]);
