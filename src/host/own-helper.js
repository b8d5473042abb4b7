// The process of a helper, for the programs that helpers are started with. Plain JavaScript, because they run unbuilt.

export {
  helperArgument,
  isOuterThread,
  readFileLater,
  relayTo,
  serveMessages,
  unpackLater,
} from "./node/own-helper.js";
