import { createGroupCommit } from "../../../src/core/limits/group-commit.ts";
import { openDatabase } from "../../../src/db/client.ts";

/** Takes signups with nothing but a parser and the same group commit: what a signup costs at least. */
export interface SignupAnswer {
  readonly port: number;
  readonly databaseUrl: string;
}

interface Sent {
  readonly firstName: string;
  readonly email: string;
  readonly isBetaTester: boolean;
}

const INSERT = `
  insert into bench_reference (first_name, email, is_beta)
  select * from unnest($1::text[], $2::text[], $3::boolean[])`;

if (import.meta.main) {
  const { port, databaseUrl } = JSON.parse(process.argv[2] ?? "") as SignupAnswer;
  const db = await openDatabase({ url: databaseUrl });
  const signups = createGroupCommit<Sent, null>({
    async run(items) {
      const columns = [
        items.map((each) => each.firstName),
        items.map((each) => each.email),
        items.map((each) => each.isBetaTester),
      ];
      await db.query(INSERT, columns, { prepared: true });
      return items.map(() => null);
    },
    maxBatch: 500,
    writers: 2,
    maxWaiting: 5_000,
  });
  Bun.serve({
    port,
    hostname: "127.0.0.1",
    development: false,
    async fetch(request) {
      await signups.submit(JSON.parse(await request.text()) as Sent);
      return Response.json({ success: true }, { status: 201 });
    },
  });
  console.log("ready");
}
