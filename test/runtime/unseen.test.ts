import { testUnseen } from "./unseen-suite.js";

testUnseen("cpu");
