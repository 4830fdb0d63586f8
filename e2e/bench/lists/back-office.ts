import { cursorOf } from "../../../src/db/query/cursor.ts";
import { freePort } from "../../harness/free-port.ts";
import type { Postgres } from "../../harness/postgres.ts";
import { type Server, startServer } from "../../harness/server.ts";
import { addStaff, signIn } from "../../harness/staff.ts";
import type { Case, Extent, Finding } from "../../harness/suite.ts";
import { figureWithoutGoal, formatInteger, median } from "../figures.ts";
import { fillSignups } from "../fill.ts";
import { lacking } from "../load.ts";
import { withPostgres } from "../postgres.ts";
import { startReference } from "../reference/bare.ts";
import type { KeyAnswer } from "../reference/key-server.ts";
import { fillPlaces } from "../search/fill-places.ts";
import { fillAudit } from "./audit-entries.ts";

const ASKED = 15; // requests of each kind; the median counts
const LIMIT = 25; // rows of a page on the screens

/** What the screens of signups, places and the audit log ask for, each against a row that is read by its key. */
export const backOffice: Case = {
  name: "back-office",
  run: (extent) => withPostgres(lacking(), (postgres) => served(postgres, extent)),
};

async function served({ url }: Postgres, extent: Extent): Promise<Finding[]> {
  const env = { DATABASE_URL: url, SECRET_KEY: "a key for a database of one bench" };
  await (await startServer(env)).term(); // migrates
  const million = extent.short ? 50_000 : 1_000_000;
  await addStaff({ url });
  await fillSignups({ url }, million);
  await fillPlaces({ url }, million / 5);
  await fillAudit(url, million);
  const server = await startServer(env);
  const screens = new Screens(server, await signIn(server.url));
  const id = (await screens.ask("admin.pois.list", { limit: 1 })).items[0]?.id ?? "";
  const key = await startReference<KeyAnswer>("key-server.ts", {
    port: await freePort(),
    databaseUrl: url,
    id,
  });
  try {
    return await screens.measure(key.url);
  } finally {
    key.stop();
    await server.term();
  }
}

interface Row {
  readonly id: string;
  readonly createdAt: string;
  readonly firstName: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
}
interface Answer {
  readonly total: number;
  readonly items: readonly Row[];
}

class Screens {
  constructor(
    private readonly server: Server,
    private readonly cookie: string,
  ) {}

  async measure(keyUrl: string): Promise<Finding[]> {
    const key = await this.#median(async () => void (await (await fetch(keyUrl)).text()));
    const findings: Finding[] = [figureWithoutGoal("a row by its key", `${key.toFixed(1)} ms`)];
    for (const [what, path, input] of await this.#calls()) {
      const ms = await this.#median(() => this.ask(path, input));
      findings.push(figureWithoutGoal(what, `${(ms / key).toFixed(1)} key fetches (${ms.toFixed(1)} ms)`));
    }
    const memory = formatInteger(this.server.memory() / 1_048_576);
    return [...findings, figureWithoutGoal("resident memory afterwards", `${memory} MB`)];
  }

  async #calls(): Promise<[what: string, path: string, input: object][]> {
    const signup = await this.#edge("admin.waitlist.list");
    const place = await this.#edge("admin.pois.list");
    const entry = (await this.ask("admin.audit.list", { limit: 1 })).items[0];
    return [
      ["signups: first page", "admin.waitlist.list", { sort: "newest" }],
      ["signups: last page", "admin.waitlist.list", { sort: "newest", cursor: signup.cursor }],
      [
        "signups: search by a part of an address",
        "admin.waitlist.list",
        { q: signup.row.email.slice(2, 12) },
      ],
      ["signups: panel", "admin.waitlist.get", { id: signup.row.id }],
      ["places: first page", "admin.pois.list", {}],
      ["places: last page", "admin.pois.list", { sort: "newest", cursor: place.cursor }],
      ["places: search by name", "admin.pois.list", { q: place.row.name }],
      ["places: panel", "admin.pois.get", { id: place.row.id }],
      ["audit: first page", "admin.audit.list", {}],
      ["audit: last page", "admin.audit.list", { cursor: String(LIMIT) }],
      ["audit: search by two words", "admin.audit.list", { q: "Aisha Zaytuna 77" }],
      ["audit: history of a record", "admin.audit.list", { q: entry?.subject }],
    ];
  }

  /** The row before the last page of a list, and the cursor that leads there. */
  async #edge(path: string): Promise<{ readonly row: Row; readonly cursor: string }> {
    const { items } = await this.ask(path, { sort: "oldest", limit: LIMIT + 1 });
    const row = items.at(-1);
    if (!row) throw new Error(`${path} is empty`);
    return { row, cursor: cursorOf({ value: new Date(row.createdAt), id: row.id }) };
  }

  async ask(path: string, input: object): Promise<Answer> {
    const json = { ...(path.endsWith(".list") && { limit: LIMIT }), ...input };
    const query = encodeURIComponent(JSON.stringify({ json }));
    const headers = { Cookie: this.cookie };
    const answer = await fetch(`${this.server.url}/trpc/${path}?input=${query}`, { headers });
    const body = (await answer.json()) as { result: { data: { json: Answer } } };
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`);
    return body.result.data.json;
  }

  async #median(act: () => Promise<unknown>): Promise<number> {
    await act();
    const times: number[] = [];
    for (let n = 0; n < ASKED; n += 1) {
      const started = performance.now();
      await act();
      times.push(performance.now() - started);
    }
    return median(times);
  }
}
