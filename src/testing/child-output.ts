/** Waits for a process with piped streams; returns its exit code and everything that it printed. */
export async function outputOf(child: Bun.Subprocess<Bun.SpawnOptions.Writable, "pipe", "pipe">) {
  const [out, err, exit] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exit, out, err };
}
