import { openDatabase } from "../../../src/db/client.ts";
import { startServer } from "../../harness/server.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { countReplies, formatCounts, post } from "../client.ts";
import { finding, instanceEnv, onPostgres } from "../on-postgres.ts";

const AT_ONCE = 100;
const POISONED = 50; // the position of the signup whose row the database refuses

// no valid input makes the statement fail, so a trigger refuses one name
const REFUSE = [
  `create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '23514'; end $$`,
  `create trigger refuse before insert on waitlist_signups for each row
    when (new.first_name = 'Poison') execute function refuse()`,
];

/** The database refuses one row of a batch. */
export const poison: Case = {
  name: "poison",
  run: () =>
    onPostgres(async ({ url }) => {
      const server = await startServer({ ...instanceEnv(url), RATE_LIMIT: "off" });
      const db = await openDatabase({ url, maxConnections: 1 });
      try {
        for (const statement of REFUSE) await db.query(statement);
        const findings = await sendAll(server.url);
        const rows = await db.query("select from waitlist_signups");
        return [
          ...findings,
          finding("one row for each accepted signup", rows.length === AT_ONCE - 1, String(rows.length)),
        ];
      } finally {
        await db.close();
        await server.term();
      }
    }),
};

async function sendAll(url: string): Promise<Finding[]> {
  const replies = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, turn) =>
      post(`${url}/api/waitlist`, {
        firstName: turn === POISONED ? "Poison" : "Amina",
        email: `poison${turn}@example.org`,
      }),
    ),
  );
  const others = countReplies(replies.filter((_, turn) => turn !== POISONED));
  const own = replies[POISONED]?.status;
  return [
    finding(
      "the other signups of its batch are accepted",
      others["201"] === AT_ONCE - 1,
      formatCounts(others),
    ),
    finding("it alone fails, with 500", own === 500, String(own)),
  ];
}
