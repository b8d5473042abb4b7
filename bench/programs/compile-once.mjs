// Compiles a program for the cpu device, as `cuts run` does before it runs it. Arguments: the package's index.js, options, sources.
const [index = "", options = "[]", ...sources] = process.argv.slice(2);
const { program } = await import(index);
await program(sources, { options: JSON.parse(options), device: "cpu", keepCompiler: false }).ready;
