// Runs before each file of those that share a process: what one leaves under way, and errors of it that nobody looked at, are its
// own and not the next one's.

import { afterAll } from "vitest";
import { device } from "../src/index.js";

afterAll(() => device("cpu").synchronize());
