import { openDatabase } from "../../../src/db/client.ts";
import { addPartners, type SignedIn } from "../../harness/partners.ts";
import type { Finding } from "../../harness/suite.ts";
import { type Reply, send } from "../client.ts";
import { GIFT } from "../gifts.ts";
import { finding } from "../on-postgres.ts";

const CLAIMS = 3_000; // one for each partner, and for each place
const AT_ONCE = 4;
const PAUSE = 250; // milliseconds; other visitors write more often
const RETRY_WITHIN = 30_000; // an idempotency key of a request that was cut is free again after 20 s

const PLACES = `insert into pois (id, name, address, city, state, category, created_at, updated_at)
  select id, 'Place ' || id, '1 Main St', 'Dearborn', 'MI', 'restaurant', now(), now()
  from generate_series(0, $1 - 1) as n, lateral (select 'claimed-' || n as id) i`;

/** Givers and claiming partners, who repeat what was not answered until it is, as a browser with a key does. */
export class GiftAndClaimLoad {
  readonly #gifts = new Map<string, string>();
  readonly #claims = new Map<string, string>();
  #stopped = false;
  #turn = 0;
  #going: Promise<unknown> | undefined;

  private constructor(readonly partners: readonly SignedIn[]) {}

  /** Inserts the partners and the places directly. */
  static async prepare(url: string): Promise<GiftAndClaimLoad> {
    const db = await openDatabase({ url, maxConnections: 1 });
    await db.query(PLACES, [CLAIMS], { timeoutMs: 60_000 });
    await db.close();
    return new GiftAndClaimLoad(await addPartners({ url }, "claimant", CLAIMS));
  }

  start(urls: readonly string[]): void {
    this.#going = Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => this.#act(urls[at % urls.length] ?? "")),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#going;
  }

  async #act(url: string): Promise<void> {
    while (!this.#stopped) {
      const turn = this.#turn++;
      await Promise.all([this.#give(url, `giver.${turn}@example.org`), this.#claim(url, turn)]);
      await Bun.sleep(PAUSE);
    }
  }

  async #give(url: string, email: string): Promise<void> {
    const reply = await this.#retried(() =>
      send(`${url}/api/support/payment`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": email },
        body: JSON.stringify({ ...GIFT, customerEmail: email }),
      }),
    );
    if (reply?.body.success === true) this.#gifts.set(email, String(reply.body.paymentId));
  }

  async #claim(url: string, turn: number): Promise<void> {
    const partner = this.partners[turn];
    if (!partner) return;
    const headers = { Cookie: partner.cookie, "Content-Type": "application/json" };
    const body = JSON.stringify({ poiId: `claimed-${turn}` });
    const path = "/partner/api/poi-claims";
    const reply = await this.#retried(
      () => send(url + path, { method: "POST", headers, body }),
      (each) => each.status === 409, // the first try was committed
    );
    if (reply?.status === 201) this.#claims.set(partner.id, String(reply.body.id));
  }

  /** Sends again until the answer is a success or one of `final`; null if there is none in time, or before `stop`. */
  async #retried(
    sendOnce: () => Promise<Reply | null>,
    final: (reply: Reply) => boolean = () => false,
  ): Promise<Reply | null> {
    for (const end = performance.now() + RETRY_WITHIN; performance.now() < end; await Bun.sleep(PAUSE)) {
      const reply = await sendOnce();
      if (reply !== null && (reply.status < 300 || final(reply))) return reply;
      if (this.#stopped) break;
    }
    return null;
  }

  /** Compares what was acknowledged with the rows of the database. */
  async verify(url: string): Promise<Finding[]> {
    const db = await openDatabase({ url, maxConnections: 1 });
    const gifts = await db.query<Row>("select id, customer_email as by from payments");
    const charges = await db.query<Row>("select merchant_id as id, merchant_id as by from sandbox_payments");
    const claims = await db.query<Row>("select id, partner_id as by from poi_claims");
    await db.close();
    const charged = new Set(charges.map(({ id }) => id));
    const uncharged = [...this.#gifts.values()].filter((id) => !charged.has(id)).length;
    const known = new Set(gifts.map(({ id }) => id));
    const strays = charges.filter(({ id }) => !known.has(id)).length;
    return [
      ...compare("gifts", this.#gifts, gifts),
      finding("acknowledged gifts without a charge at the gateway", uncharged === 0, String(uncharged)),
      finding("charges without a gift", strays === 0, String(strays)),
      ...compare("claims", this.#claims, claims),
    ];
  }
}

interface Row {
  readonly id: string;
  /** Who may have one row only. */
  readonly by: string;
}

function compare(what: string, acknowledged: ReadonlyMap<string, string>, rows: readonly Row[]): Finding[] {
  const ids = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged.values()].filter((id) => !ids.has(id)).length;
  const doubled = rows.length - new Set(rows.map(({ by }) => by)).size;
  return [
    finding(
      `of ${acknowledged.size} acknowledged ${what}, lost`,
      lost === 0 && acknowledged.size > 0,
      String(lost),
    ),
    finding(`of ${rows.length} ${what}, doubled`, doubled === 0, String(doubled)),
  ];
}
