import { issueLink } from "../../../modules/mail/links/service.ts";
import { randomId } from "../../../shared/id.ts";
import type { StaffRole } from "../../../shared/people/accounts.ts";
import { basic, partner, staff } from "../../accounts.ts";
import type { TestApp, TestResponse } from "../../app.ts";
import { place } from "../../places/places.ts";
import { dayText, LOCATIONS, type Location } from "./calendar.ts";
import { difference, type HistoryReaders } from "./compare.ts";
import { EvidenceModel } from "./model.ts";
import { performOffline } from "./offline-steps.ts";
import { ISSUERS, LAST_DAYS, NUMBERS, READERS, type Read, type Step, WRITINGS } from "./steps.ts";
import type { ModelRecord } from "./tier-model.ts";

const ROLES: readonly StaffRole[] = ["partner_manager", "admin", "super_admin"];
const EDITOR = READERS[1];
const START = new Date("2026-01-10T12:00:00Z");

/** What the histories of one database share. */
export interface Prepared extends HistoryReaders {
  readonly issuers: readonly string[];
}

/** Creates staff, issuers and a partner, once for all histories on a database. */
export async function prepareEvidence(app: TestApp): Promise<Prepared> {
  app.clock.now = START;
  for (const [n, name] of READERS.entries()) await staff(app, ROLES[n] ?? "admin", name);
  const issuers: string[] = [];
  for (const name of ISSUERS) {
    const issuer = await app.operate("admin.issuers.add", { name, country: "US", address: "", site: "" });
    issuers.push((issuer as { id: string }).id);
  }
  return { issuers, partnerId: (await partner(app)).id, staff: basic(EDITOR) };
}

type History = { readonly location: number; readonly steps: readonly Step[] };

/** Runs a history of one place against the product and the model. Throws at the first step after which the two differ. */
export async function runEvidenceHistory(app: TestApp, prepared: Prepared, { location, steps }: History) {
  app.clock.now = START;
  const at = LOCATIONS[location] ?? LOCATIONS[0];
  if (!at) throw new Error("there are no locations");
  const name = `Place ${randomId()}`;
  const { id } = await place(app, { name, ...addressOf(at) });
  const run = new Run(app, prepared, id, name, new EvidenceModel(START.getTime(), at));
  for (const [index, step] of steps.entries()) {
    const found = (await run.perform(step)) ?? (await difference(app, run, "now"));
    if (found !== null) throw new Error(`step ${index}, ${JSON.stringify(step)}: ${found}`);
  }
  const found = await difference(app, run, "always");
  if (found !== null) throw new Error(`after the last step: ${found}`);
}

const addressOf = ({ state, position }: Location) => ({
  ...{ state, latitude: position?.[0] ?? null, longitude: position?.[1] ?? null },
});

class Run {
  /** The ids of the model's records. */
  readonly #ids = new Map<ModelRecord, string>();

  constructor(
    readonly app: TestApp,
    readonly prepared: Prepared,
    readonly id: string,
    readonly name: string,
    readonly model: EvidenceModel,
  ) {}

  /** Null if the product answers as the model says. */
  async perform(step: Step): Promise<string | null> {
    const { app, model } = this;
    const { today, isMasjid } = model;
    const about = "about" in step ? this.#recordOf(step) : undefined;
    const known = model.records.length;
    const expected = model.apply(step);
    app.clock.now = new Date(model.now);
    const answer = await this.#send(step, today, about, isMasjid);
    if (answer && answer.status !== expected.status)
      return `answered ${answer.status} (${answer.text}), the model ${expected.status}`;
    if (expected.state && answer?.json.state !== expected.state)
      return `the readings are ${answer?.json.state}, in the model ${expected.state}`;
    const made = model.records[known];
    if (made) this.#ids.set(made, await this.#newestId());
    return null;
  }

  #recordOf(step: Extract<Step, { about: number }>): string {
    const { model } = this;
    const record =
      step.act === "withdraw" ? model.records.at(-1 - step.about) : model.certificate(step.about);
    return (record && this.#ids.get(record)) ?? "none";
  }

  async #newestId(): Promise<string> {
    const text = "select id from evidence_records where poi_id = $1 order by seq desc limit 1";
    return (await this.app.db.query<{ id: string }>(text, [this.id]))[0]?.id ?? "";
  }

  #send(step: Step, today: number, about = "", isMasjid: boolean): Promise<TestResponse | null> {
    const { app } = this;
    switch (step.act) {
      case "certificate":
        return this.#record(step.reader, {
          ...{ kind: "certificate", validFrom: dayText(today + step.from) },
          ...this.#readOf(step.read),
        });
      case "reading":
        return this.#post(`POST /api/reviews/readings/${about}`, this.#reading(step, about), step.reader);
      case "lookup": {
        const checkedAt = dayText(today - step.ago);
        const issuerId = this.prepared.issuers[step.issuer];
        return this.#record(0, { kind: "lookup", issuerId, address: "https://register.example", checkedAt });
      }
      case "declare": {
        const [meatFree, noAlcohol, noPork] = step.flags;
        return this.#record(0, { kind: "declaration", meatFree, noAlcohol, noPork });
      }
      case "visit":
        return this.#record(2, { kind: "visit", checkedAt: dayText(today - step.ago) });
      case "state":
        return this.#record(1, { kind: "statement", text: "We serve halal meat." });
      case "withdraw":
        return this.#withdraw(step, about);
      case "answer":
        return this.#answer(step, about);
      case "category":
        return this.#update({ category: step.category });
      case "move":
        return this.#update(addressOf(this.model.location));
      default:
        return performOffline(app, this, step, isMasjid).then(() => null);
    }
  }

  #reading({ agrees, read }: Extract<Step, { act: "reading" }>, about: string) {
    const first = [...this.#ids].find(([, id]) => id === about)?.[0].content;
    if (!agrees || first?.kind !== "certificate") return this.#readOf(read);
    const number = NUMBERS[first.number] ?? "";
    return {
      issuerId: this.prepared.issuers[first.issuer],
      number: WRITINGS[read.writing]?.(number) ?? number,
      validUntil: dayText(first.until),
    };
  }

  #readOf({ issuer, number, writing, until }: Read) {
    const text = NUMBERS[number] ?? "";
    return {
      ...{ issuerId: this.prepared.issuers[issuer], number: WRITINGS[writing]?.(text) ?? text },
      validUntil: LAST_DAYS[until],
    };
  }

  async #answer({ answer, until }: Extract<Step, { act: "answer" }>, about: string): Promise<TestResponse> {
    const { app } = this;
    const asked = { kind: "issuer-answer", ownerId: about, email: "office@council.example" } as const;
    const link = about === "none" ? null : await app.db.transaction((tx) => issueLink(tx, app.deps, asked));
    const validUntil = until === null ? undefined : LAST_DAYS[until];
    const body = { token: link?.token ?? "-".repeat(43), answer, validUntil };
    return app.send("POST /api/issuers/answer", { body });
  }

  async #withdraw({ how }: Extract<Step, { act: "withdraw" }>, about: string): Promise<TestResponse> {
    const reason = "A mistake.";
    if (how === "record") return this.#record(0, { kind: "revocation", recordId: about, reason });
    const headers = { ...basic(READERS[2]), "Content-Type": "application/json" };
    return this.app.send("POST /trpc/admin.evidence.revoke", {
      headers,
      body: { json: { id: about, reason } },
    });
  }

  #record(reader: number, body: object): Promise<TestResponse> {
    return this.#post(`POST /api/admin/pois/${this.id}/evidence`, body, reader);
  }

  #post(line: string, body: object, reader: number): Promise<TestResponse> {
    return this.app.send(line, { body, headers: basic(READERS[reader] ?? "") });
  }

  #update(body: object): Promise<TestResponse> {
    return this.app.send(`PUT /api/admin/pois/${this.id}`, { body, headers: basic(EDITOR) });
  }
}
