// Indexing on the cpu device.

import { testIndexing } from "./indexing-suite.js";

testIndexing("cpu");
