import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { offersOf } from "../../core/rpc/offers.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import {
  type AllPersonalData,
  mergePersonalData,
  PERSONAL_DATA_KINDS,
  type PersonalData,
  type PersonalDataKind,
  type PersonalRecord,
  type RetainedData,
} from "../../shared/people/personal-data.ts";
import { entriesAbout, personHash, personHashes, record } from "../audit/public.ts";
import { businessesOfOthers } from "../partners/public.ts";
import { type Person, SHOWN_MAX } from "./schema.ts";
import { eraseEverywhere, pastErasures } from "./service.ts";

type Ctx = ActionContext<StaffActor>;

/** What is stored about an address, and what would stay after erasing it. The newest records of each kind. */
export async function show(ctx: Ctx, email: string): Promise<Person> {
  const { data, kept } = await read(ctx, email);
  return {
    email,
    counts: ofEachKind((kind) => data[kind].length),
    data: ofEachKind((kind) => data[kind].slice(0, SHOWN_MAX)),
    kept: [...kept],
  };
}

/** All that is stored about an address, as JSON. The export is recorded in the audit log, without the address. */
export async function exportAll(ctx: Ctx, email: string): Promise<AsyncIterable<string>> {
  const { deps } = ctx;
  const { data, kept } = await read(ctx, email);
  const records = PERSONAL_DATA_KINDS.reduce((sum, kind) => sum + data[kind].length, 0);
  const subject = personHash(deps, email);
  await deps.db.transaction((tx) => record(tx, ctx, { subject, after: { records } }));
  return linesOf({ email, exportedAt: deps.now() }, data, kept);
}

/** `{ ...head, data, kept }` as indented JSON, one record at a time. */
async function* linesOf(head: object, data: AllPersonalData, kept: readonly RetainedData[]) {
  yield `${JSON.stringify(head, null, 2).slice(0, -"\n}".length)},\n  "data": {`;
  for (const [n, kind] of PERSONAL_DATA_KINDS.entries()) {
    yield `${n === 0 ? "" : ","}\n    "${kind}": `;
    yield* listLines(data[kind], "\n    ");
  }
  yield '\n  },\n  "kept": ';
  yield* listLines(kept, "\n  ");
  yield "\n}\n";
}

function* listLines(items: readonly object[], newline: string) {
  for (const [n, item] of items.entries())
    yield `${n === 0 ? "[" : ","}${newline}  ${JSON.stringify(item, null, 2).replaceAll("\n", `${newline}  `)}`;
  yield items.length === 0 ? "[]" : `${newline}]`;
}

const ofEachKind = <Value>(pick: (kind: PersonalDataKind) => Value) =>
  Object.fromEntries(PERSONAL_DATA_KINDS.map((kind) => [kind, pick(kind)])) as Record<
    PersonalDataKind,
    Value
  >; // one entry for each kind

const ROLLBACK = new Error("rolled back on purpose");

/** Erases the person and rolls that back, so that what is announced is exactly what `erase` does. */
async function read(ctx: Ctx, email: string) {
  let found: { readonly data: AllPersonalData; readonly kept: readonly RetainedData[] } | undefined;
  try {
    await ctx.deps.db.transaction(async (tx) => {
      const data = await dataOf(tx, ctx.deps, email);
      const { kept } = await eraseEverywhere(tx, ctx.deps, email, ctx);
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

/** What the modules keep about an address. */
export async function personalDataOf(tx: Tx, deps: Deps, email: string): Promise<AllPersonalData> {
  const parts: PersonalData[] = [];
  for (const personalData of offersOf(deps, "personalData")) parts.push(await personalData(tx, deps, email));
  return mergePersonalData(parts);
}

/** With what they keep about its records, the audit entries about those and earlier erasures. */
async function dataOf(tx: Tx, deps: Deps, email: string): Promise<AllPersonalData> {
  const own = await personalDataOf(tx, deps, email);
  const all: PersonalData[] = [own];
  const ownRecords = recordsIn(all);
  const past = await pastErasures(tx, deps, email);
  const others = await businessesOfOthers(tx, email, [...idsOf(ownRecords), ...past.ids]);
  const about = {
    erased: erasedIds(ownRecords),
    others,
    kept: idsOf(ownRecords.filter(({ onErasure }) => onErasure === "kept")),
  };
  for (const dataAbout of offersOf(deps, "personalDataAbout")) all.push(await dataAbout(tx, email, about));
  const records = recordsIn(all);
  const ids = [...idsOf(records), ...past.ids, ...personHashes(deps, email)];
  return mergePersonalData([...all, await entriesAbout(tx, { ids, erased: erasedIds(records), others })]);
}

/** Places and sessions are no records that notes and entries are about. */
function recordsIn(parts: readonly PersonalData[]): readonly PersonalRecord[] {
  const { places: _, partnerSessions: __, staffSessions: ___, ...rest } = mergePersonalData(parts);
  return Object.values(rest).flat();
}

const erasedIds = (records: readonly PersonalRecord[]) =>
  idsOf(records.filter(({ onErasure }) => onErasure !== "kept"));
