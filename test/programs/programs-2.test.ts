import { describePrograms } from "./run-programs.js";

describePrograms(1);
