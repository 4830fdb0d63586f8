import { openDatabase } from "../../../src/db/client.ts";

/** Serves places by their keys: what a page that is read from the database costs at least. */
export interface KeyAnswer {
  readonly port: number;
  readonly databaseUrl: string;
  /** The place that `/` serves. */
  readonly id: string;
  /** A file with an array of lists of ids: `/0` serves the places of the first list in one statement, and so on. */
  readonly lists?: string;
}

const ONE = "select * from pois where id = $1";
const ALL = "select * from pois where id = any($1::text[])";

if (import.meta.main) {
  const { port, databaseUrl, id, lists } = JSON.parse(process.argv[2] ?? "") as KeyAnswer;
  const ids = lists === undefined ? [] : ((await Bun.file(lists).json()) as string[][]);
  const db = await openDatabase({ url: databaseUrl });
  Bun.serve({
    port,
    hostname: "127.0.0.1",
    development: false,
    async fetch({ url }) {
      const list = ids[Number(url.slice(url.lastIndexOf("/") + 1) || Number.NaN)];
      const [text, value] = list === undefined ? [ONE, id] : [ALL, list];
      return Response.json(await db.query(text, [value], { prepared: true }));
    },
  });
  console.log("ready");
}
