import { createHash, randomBytes } from "node:crypto";
import { type Database, openDatabase } from "../../src/db/client.ts";
import { createPlace } from "../../src/modules/places/service.ts";
import type { Server } from "../harness/server.ts";
import { type Reply, send } from "./client.ts";

const READERS = ["amina", "bilal", "carim"] as const;
type Reader = (typeof READERS)[number];
export const ISSUER = "council";
const NUMBER = "HC-1080";
/** The same number in the writing of another reader. */
const REWRITTEN = "hc-1o8o";
const UNTIL = "2090-12-31";

const SESSIONS = `
  with made as (
    insert into staff_users (id, username, username_key, email, password_hash, role, created_at, updated_at)
    select id, id, id, id || '@example.org', 'none', 'super_admin', now(), now()
    from jsonb_to_recordset($1::jsonb) as r (id text) returning id)
  insert into staff_sessions (id, user_id, created_at, last_seen_at, authenticated_at, expires_at)
  select r.session, r.id, now(), now(), now(), now() + interval '1 day'
  from jsonb_to_recordset($1::jsonb) as r (id text, session text)`;
const COUNCIL = `insert into issuers (id, name, name_key, country, address, site, created_at, updated_at)
  values ('${ISSUER}', 'Halal Council', 'halal council', 'US', '', '', now(), now())`;
const LINK = `insert into one_time_links (slot, kind, owner_id, token_hash, data, created_at, expires_at, issued, day_started_at)
  values ($1, 'issuer-answer', $2, $3, '{}', now(), now() + interval '1 day', 1, now())`;

/** Staff who read certificates, an issuer and places, all inserted directly; and the calls that record evidence. */
export class EvidenceDesk {
  private constructor(
    readonly db: Database,
    readonly cookies: ReadonlyMap<Reader, string>,
    readonly places: readonly { readonly id: string; readonly name: string }[],
  ) {}

  static async open(url: string, places: number): Promise<EvidenceDesk> {
    const db = await openDatabase({ url, maxConnections: 4 });
    const made = READERS.map((id) => {
      const token = randomBytes(32).toString("base64url");
      return { id, token, session: createHash("sha256").update(token).digest("hex") };
    });
    await db.query(SESSIONS, [JSON.stringify(made)]);
    await db.query(COUNCIL);
    const cookies = new Map(made.map(({ id, token }) => [id, `staff_session=${token}`]));
    return new EvidenceDesk(db, cookies, await addPlaces(db, places));
  }

  record({ url }: Server, place: string, body: object, by: Reader = "amina"): Promise<Reply | null> {
    return this.#post(`${url}/api/admin/pois/${place}/evidence`, body, by);
  }

  certify(server: Server, place: string): Promise<Reply | null> {
    const read = { issuerId: ISSUER, number: NUMBER, validFrom: "2020-01-01", validUntil: UNTIL };
    return this.record(server, place, { kind: "certificate", ...read });
  }

  lookUp(server: Server, place: string): Promise<Reply | null> {
    const found = { issuerId: ISSUER, address: "https://council.example", checkedAt: "2026-01-02" };
    return this.record(server, place, { kind: "lookup", ...found });
  }

  read({ url }: Server, certificate: string, by: Reader): Promise<Reply | null> {
    const read = { issuerId: ISSUER, number: REWRITTEN, validUntil: UNTIL };
    return this.#post(`${url}/api/reviews/readings/${certificate}`, read, by);
  }

  revoke(server: Server, place: string, recordId: string): Promise<Reply | null> {
    return this.record(server, place, { kind: "revocation", recordId, reason: "A mistake." }, "carim");
  }

  /** By a link of its own. */
  async answer({ url }: Server, certificate: string, answer: "valid" | "revoked"): Promise<Reply | null> {
    const token = randomBytes(32).toString("base64url");
    await this.db.query(LINK, [
      token.slice(0, 26),
      certificate,
      createHash("sha256").update(token).digest("hex"),
    ]);
    return this.#post(`${url}/api/issuers/answer`, { token, answer }, null);
  }

  #post(url: string, body: object, by: Reader | null): Promise<Reply | null> {
    const cookie = by === null ? {} : { Cookie: this.cookies.get(by) ?? "" };
    const headers = { "Content-Type": "application/json", ...cookie };
    return send(url, { method: "POST", headers, body: JSON.stringify(body) });
  }
}

const GRILL = {
  city: "Dearborn",
  state: "MI",
  zipCode: "",
  phone: "",
  website: "",
  subcategory: "",
} as const;

/** By the service, which also indexes their names. */
const addPlaces = (db: Database, count: number) =>
  db.transaction(async (tx) => {
    const made: { id: string; name: string }[] = [];
    for (let n = 1; n <= count; n += 1) {
      const fields = { ...GRILL, name: `Noor Grill ${n}`, address: `${n} Main St`, halalCertificate: "" };
      const now = () => new Date();
      made.push(await createPlace(tx, { now }, { ...fields, category: "restaurant" }, null, {}));
    }
    return made;
  });

const WORKERS = 6;

/** People who record, read, answer and revoke without pause until `stop`. */
export class EvidenceLoad {
  /** Ids of the records whose call was answered with a success. */
  readonly acknowledged: string[] = [];
  readonly statuses = new Map<string, number>();
  #running: Promise<unknown> = Promise.resolve();
  #stopped = true;

  constructor(
    readonly desk: EvidenceDesk,
    readonly places: number,
  ) {}

  start(server: Server): void {
    this.#stopped = false;
    this.#running = Promise.all(Array.from({ length: WORKERS }, () => this.#work(server)));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Waits for this many more acknowledged records. */
  async until(more: number, withinMs: number): Promise<void> {
    const wanted = this.acknowledged.length + more;
    for (const end = performance.now() + withinMs; this.acknowledged.length < wanted; await Bun.sleep(2))
      if (performance.now() > end) throw new Error(`fewer than ${more} records within ${withinMs} ms`);
  }

  async #work(server: Server): Promise<void> {
    while (!this.#stopped) {
      const place = this.desk.places[Math.floor(Math.random() * this.places)]?.id ?? "";
      const certificate = this.#count(await this.desk.certify(server, place));
      if (certificate === null) continue;
      this.#count(await this.desk.read(server, certificate, "bilal"));
      if (Math.random() < 0.5) this.#count(await this.desk.lookUp(server, place));
      else this.#count(await this.desk.answer(server, certificate, "valid"));
      if (Math.random() < 0.5) this.#count(await this.desk.revoke(server, place, certificate));
      else this.#count(await this.desk.answer(server, certificate, "revoked"));
    }
  }

  /** The id of the record, if it was answered with one. */
  #count(reply: Reply | null): string | null {
    const status = reply === null ? "none" : String(reply.status);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const id = reply?.status === 201 && typeof reply.body.id === "string" ? reply.body.id : null;
    if (id !== null) this.acknowledged.push(id);
    return id;
  }
}
