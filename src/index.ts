// The public surface: re-exports only. Nothing inside src/ imports this file.
export * from "./core/errors.js";
