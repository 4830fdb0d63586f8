import { openDatabase } from "../../../src/db/client.ts";

/** Serves one row of a table by its key: what a page that is read from the database costs at least. */
export interface KeyAnswer {
  readonly port: number;
  readonly databaseUrl: string;
  readonly id: string;
}

if (import.meta.main) {
  const { port, databaseUrl, id } = JSON.parse(process.argv[2] ?? "") as KeyAnswer;
  const db = await openDatabase({ url: databaseUrl });
  Bun.serve({
    port,
    hostname: "127.0.0.1",
    development: false,
    async fetch() {
      return Response.json(await db.query("select * from pois where id = $1", [id], { prepared: true }));
    },
  });
  console.log("ready");
}
