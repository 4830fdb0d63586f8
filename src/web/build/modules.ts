/** The paths of a source file's module and of all that it imports, without those that it loads on demand. */
export function modulesOf(report: Bun.BuildMetafile | undefined, source: string): readonly string[] {
  const { outputs = {} } = report ?? {};
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === source);
  if (entry === undefined) throw new Error(`The build has no module of ${source}`);
  const found = new Set([entry]);
  for (const path of found) {
    const imports = outputs[path]?.imports ?? [];
    for (const each of imports) if (each.kind === "import-statement") found.add(each.path);
  }
  return [...found].map((path) => path.replace(/^\.\//, ""));
}
