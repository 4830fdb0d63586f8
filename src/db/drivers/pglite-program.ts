const WASM = new URL("./pglite.wasm", import.meta.resolve("@electric-sql/pglite"));

let compiled: Promise<WebAssembly.Module> | undefined;

/** PGlite's program, compiled once per process: threads that share it share its machine code, so that they start faster. */
export function pgliteProgram(): Promise<WebAssembly.Module> {
  compiled ??= Bun.file(WASM)
    .bytes()
    .then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}
