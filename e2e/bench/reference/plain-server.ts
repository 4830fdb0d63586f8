/** Serves one fixed response: the best that any server on this machine could reach. */
export interface BareAnswer {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: string;
}

if (import.meta.main) {
  const { port, headers, file } = JSON.parse(process.argv[2] ?? "") as BareAnswer;
  const bytes = await Bun.file(file).bytes();
  Bun.serve({
    port,
    hostname: "127.0.0.1",
    development: false,
    fetch: () => new Response(bytes, { headers }),
  });
  console.log("ready");
}
