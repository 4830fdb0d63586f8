import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { prepareMainTable } from "../../modules/sync/main-database/main-table.ts";
import { staff } from "../accounts.ts";
import { type TestApp, testApp } from "../app.ts";
import { openMain, type TestMain } from "../database/main-database.ts";
import { ACCOUNTS } from "./accounts.ts";
import { BROADCAST_DRAFTS } from "./broadcasts.ts";
import { CASES } from "./cases.ts";
import { FORMS } from "./forms.ts";
import { type Kind, PEOPLE, type Refusals } from "./kinds.ts";
import { OWNERS } from "./owners.ts";
import { PLACE_RECORDS } from "./places.ts";
import { Play } from "./play.ts";
import { SYNC_DECISIONS } from "./sync.ts";

let app: TestApp;
let main: TestMain;
beforeAll(async () => {
  main = await openMain();
  await prepareMainTable(main.db);
  app = await testApp({}, { mainDatabase: main.port });
  for (const who of PEOPLE) await staff(app, "super_admin", who);
});
afterAll(async () => {
  await app.close();
  await main.db.close();
});

const KINDS = Object.entries({
  ...FORMS,
  ...ACCOUNTS,
  ...PLACE_RECORDS,
  ...BROADCAST_DRAFTS,
  ...CASES,
  ...OWNERS,
  ...SYNC_DECISIONS,
});
type Refusal = string | null;

/** What comes of two acts in this order. */
function inOrder({ atFirst = {}, after }: Kind, one: string, two: string): readonly [Refusal, Refusal] {
  const first = atFirst[one] ?? null;
  const refusals: Refusals = (first === null ? after[one] : atFirst) ?? {};
  return [first, refusals[two] ?? null];
}

/** The pairs of acts of which one at least is possible; both orders, or one of the two. */
const pairsOf = ({ acts, atFirst = {} }: Kind, order: "both" | "one") => {
  const names = Object.keys(acts);
  const pairs = names.flatMap((one, at) =>
    names.slice(order === "both" ? 0 : at).map((two) => [one, two] as const),
  );
  return pairs.filter(([one, two]) => !(one in atFirst && (order === "both" || two in atFirst)));
};

describe.each(KINDS)("%s that two people have open", (_, kind) => {
  beforeAll(() => app.db.query("truncate audit_log")); // each try searches it
  test("tells the second one what the first has done, and keeps the words of both", async () => {
    for (const [one, two] of pairsOf(kind, "both")) {
      const play = await Play.begin(app, kind);
      const acted = await play.inTurn(one, two);
      const refusals = acted.map(({ refusal }) => refusal);
      expect([one, two, ...refusals]).toEqual([one, two, ...inOrder(kind, one, two)]);
      expect([one, two, await play.lost(acted)]).toEqual([one, two, []]);
    }
  });

  test("takes acts at the same time in one of the two orders, and keeps the words of both", async () => {
    for (const [one, two] of pairsOf(kind, "one")) {
      const play = await Play.begin(app, kind);
      const acted = await play.atOnce(one, two);
      const refusals = [acted[0].refusal, acted[1].refusal] as const;
      const orders = [inOrder(kind, one, two), inOrder(kind, two, one).toReversed()];
      const raced = kind.raced
        ? [
            [null, kind.raced],
            [kind.raced, null],
          ]
        : [];
      expect<unknown[]>([[one, two], ...orders, ...raced]).toContainEqual(refusals);
      expect([one, two, await play.lost(acted)]).toEqual([one, two, []]);
    }
  });
});
