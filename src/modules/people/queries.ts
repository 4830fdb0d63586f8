import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import type { KeptData } from "../../shared/people/erasure.ts";
import {
  type AllPersonalData,
  mergePersonalData,
  PERSONAL_DATA_KINDS,
  type PersonalData,
  type PersonalDataKind,
  type PersonalRecord,
} from "../../shared/people/personal-data.ts";
import { staffDataOf } from "../accounts/queries.ts";
import { personHash, personHashes } from "../audit/erased-queries.ts";
import { entriesAbout } from "../audit/queries.ts";
import { record } from "../audit/service.ts";
import { itemsOf } from "../audit/trash/queries.ts";
import { notesAbout } from "../backoffice/notes/service.ts";
import { reportsOf } from "../directory/reports/erasure.ts";
import { inquiriesOf } from "../inquiries/queries.ts";
import { bouncesOf } from "../mail/events/queries.ts";
import { linksOf } from "../mail/links/erasure.ts";
import { mailsTo } from "../mail/queries.ts";
import { accountDataOf } from "../partners/removal/personal-data.ts";
import { giftsOf } from "../payments/giver.ts";
import { broadcastsTo } from "../waitlist/broadcasts/recipients.ts";
import { signupsOf } from "../waitlist/queries.ts";
import { type Person, SHOWN_MAX } from "./schema.ts";
import { eraseEverywhere, pastErasures } from "./service.ts";

type Ctx = ActionContext<StaffActor>;

/** What is kept about an address, and what would stay after erasing it. The newest records of each kind. */
export async function show(ctx: Ctx, email: string): Promise<Person> {
  const { data, kept } = await read(ctx, email);
  return {
    email,
    counts: ofEachKind((kind) => data[kind].length),
    data: ofEachKind((kind) => data[kind].slice(0, SHOWN_MAX)),
    kept: [...kept],
  };
}

/** All that is kept about an address, as JSON. The export is recorded in the audit log, without the address. */
export async function exportAll(ctx: Ctx, email: string): Promise<AsyncIterable<string>> {
  const { deps } = ctx;
  const { data, kept } = await read(ctx, email);
  const records = PERSONAL_DATA_KINDS.reduce((sum, kind) => sum + data[kind].length, 0);
  const subject = personHash(deps, email);
  await deps.db.transaction((tx) => record(tx, ctx, { subject, after: { records } }));
  const document = { email, exportedAt: deps.now(), data, kept };
  return (async function* () {
    yield `${JSON.stringify(document, null, 2)}\n`;
  })();
}

const ofEachKind = <Value>(pick: (kind: PersonalDataKind) => Value) =>
  Object.fromEntries(PERSONAL_DATA_KINDS.map((kind) => [kind, pick(kind)])) as Record<
    PersonalDataKind,
    Value
  >; // one entry for each kind

const ROLLBACK = new Error("rolled back on purpose");

/** Erases the person and rolls that back, so that what is announced is exactly what `erase` does. */
async function read(ctx: Ctx, email: string) {
  let found: { readonly data: AllPersonalData; readonly kept: readonly KeptData[] } | undefined;
  try {
    await ctx.deps.db.transaction(async (tx) => {
      const data = await dataOf(tx, ctx.deps, email);
      const { kept } = await eraseEverywhere(tx, ctx, email);
      found = { data, kept };
      throw ROLLBACK;
    });
  } catch (error) {
    if (error !== ROLLBACK) throw error;
  }
  if (!found) throw new Error("an erasure was committed that should have been rolled back");
  return found;
}

const idsOf = (records: readonly PersonalRecord[] = []) => records.map(({ id }) => id);

/** The parts of all modules, with the audit entries about their records and earlier erasures. */
async function dataOf(tx: Tx, deps: Deps, email: string): Promise<AllPersonalData> {
  const account = await accountDataOf(tx, deps, email);
  const staff = await staffDataOf(tx, email);
  const accounts = { deleted: idsOf(account.partnerAccounts), kept: idsOf(staff.staffAccounts) };
  const parts = [
    await signupsOf(tx, email),
    await inquiriesOf(tx, email),
    account,
    await giftsOf(tx, email),
    await reportsOf(tx, email),
    await mailsTo(tx, email),
    await broadcastsTo(tx, email),
    await bouncesOf(tx, email),
    await linksOf(tx, email, accounts),
    staff,
    await itemsOf(tx, email),
  ];
  const all = [...parts, await notesAbout(tx, erasedIds(recordsIn(parts)))];
  const records = recordsIn(all);
  const past = await pastErasures(tx, deps, email);
  const ids = [...idsOf(records), ...past.ids, ...personHashes(deps, email)];
  return mergePersonalData([...all, await entriesAbout(tx, { ids, erased: erasedIds(records) })]);
}

/** Places and sessions are no records that notes and entries are about. */
function recordsIn(parts: readonly PersonalData[]): readonly PersonalRecord[] {
  const { places: _, partnerSessions: __, staffSessions: ___, ...rest } = mergePersonalData(parts);
  return Object.values(rest).flat();
}

const erasedIds = (records: readonly PersonalRecord[]) =>
  idsOf(records.filter(({ onErasure }) => onErasure !== "kept"));
