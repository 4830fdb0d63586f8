import { expect } from "bun:test";
import { seconds } from "../../shared/duration.ts";
import type { TestApp, TestResponse } from "../app.ts";
import { asStaff, type Kind, type Person, type Seen } from "./kinds.ts";

interface Acted {
  readonly act: string;
  readonly words: string;
  /** Status and sentence; null if it was done. */
  readonly refusal: string | null;
}

/** The acts of two people on a new record, each on the version that both read. */
export class Play {
  static #played = 0;
  readonly #nth: number;

  private constructor(
    readonly app: TestApp,
    readonly kind: Kind,
    readonly seen: Seen,
    nth: number,
  ) {
    this.#nth = nth;
  }

  static async begin(app: TestApp, kind: Kind): Promise<Play> {
    Play.#played += 1;
    return new Play(app, kind, await kind.make(app, Play.#played), Play.#played);
  }

  async act(act: string, who: Person): Promise<Acted> {
    const { app, kind, seen } = this;
    const words = `Words of ${who} ${this.#nth}`;
    const send = kind.acts[act];
    if (!send) throw new Error(`There is no act ${act}`);
    const answer = await send({ app, seen, nth: this.#nth, who, words, as: asStaff(app, who) });
    return { act, words, refusal: refusalOf(answer, act) };
  }

  async inTurn(first: string, second: string): Promise<readonly [Acted, Acted]> {
    const one = await this.act(first, "one");
    this.app.clock.forward(seconds(1));
    return [one, await this.act(second, "two")];
  }

  atOnce(first: string, second: string): Promise<readonly [Acted, Acted]> {
    return Promise.all([this.act(first, "one"), this.act(second, "two")]);
  }

  /** What was accepted but is kept nowhere. */
  async lost(acted: readonly Acted[]): Promise<string[]> {
    const kept = acted.filter(({ act, refusal }) => refusal === null && this.kind.writes?.includes(act));
    const lost = [];
    for (const { act, words } of kept) if (!(await isKept(this.app, words))) lost.push(act);
    return lost;
  }
}

/** The refusal of an edit of an older version carries the current one; an undo has no version of its own to compare. */
function refusalOf({ status, json, text }: TestResponse, act: string): string | null {
  if (status < 300) return null;
  if (status >= 500) expect.unreachable(text);
  const sentence: string = json.error
    .replace(/(Words of \w+) \d+/, "$1")
    .replace(/^(one|two) has/, "The other one has");
  const isConflict = /was changed by someone else|has changed the reply/.test(sentence);
  if (isConflict && act !== "undo") expect([sentence, json.current]).toEqual([sentence, expect.any(Object)]);
  return `${status} ${sentence}`;
}

const TABLES = [
  ...["partnership_inquiries", "inquiry_answers", "waitlist_signups", "partners", "staff_users", "pois"],
  ...[
    "place_facts",
    "prayer_statements",
    "issuers",
    "broadcasts",
    "poi_claims",
    "poi_requests",
    "place_proposals",
    "place_transfers",
    "place_reports",
    "evidence_records",
    "renewals",
  ],
  ...["trash_items", "audit_log", "mails"],
];

const ANYWHERE = TABLES.map((table) => `exists (select 1 from ${table} t where t::text ilike $1)`).join(
  " or ",
);

/** An address made of words has hyphens. */
async function isKept({ db }: TestApp, words: string): Promise<boolean> {
  const pattern = `%${words.replaceAll(" ", "_")}%`;
  const [row] = await db.query<{ found: boolean }>(`select ${ANYWHERE} as found`, [pattern]);
  return row?.found === true;
}
