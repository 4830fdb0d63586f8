import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { DomainError } from "../../shared/errors.ts";
import { type Day, dayIn } from "../../shared/places/days.ts";
import { timeZoneOf } from "../../shared/places/time-zone.ts";
import { record } from "../audit/public.ts";
import { canonicalPlaceOf, currentPois, isOfPlace } from "../places/public.ts";
import { appendRecord, auditFields, lockPlaceOf, lockTiered, type NewRecord, recorder } from "./append.ts";
import { askIssuer } from "./ask-issuer.ts";
import { issuerNames, requireIssuer } from "./issuers.ts";
import { shown, staffRecord } from "./queries.ts";
import { closeRecorded, postDeclined } from "./renewals/service.ts";
import {
  type RecordInput,
  type readInput,
  type readOutput,
  recordProblems,
  type revokeInput,
  type StaffKind,
  type withdrawalOutput,
} from "./schema.ts";
import { evidenceRecords as t } from "./table.ts";
import { agreedReading } from "./tier/records.ts";
import { type RecordRow, recordOf } from "./tier/rows.ts";
import { recordsOf, rulesOf } from "./tier/service.ts";
import { tierOn } from "./tier/tier.ts";
import { attachedFileDigest } from "./uploads/queries.ts";

/**
 * Records evidence about a place and computes its tier. Throws 404, and 400 if a field is missing or names an unknown
 * issuer, record or file, 403 for a certificate of a service account, and 409 if someone else has declined or recorded the certificate of a renewal.
 */
export function addRecord(ctx: ActionContext<StaffActor>, input: RecordInput) {
  const { deps, principal } = ctx;
  if (input.kind === "certificate") requireReader(principal);
  return deps.db.transaction(async (tx) => {
    const place = await lockTiered(tx, input.id);
    const entered = staffRecordOf(input, dayIn(timeZoneOf(place), deps.now()));
    const issuer = entered.issuerId ? await requireIssuer(tx, entered.issuerId) : null;
    const about =
      entered.kind === "revocation" ? await requireRecord(tx, place.id, entered.aboutId ?? "") : {};
    const values: NewRecord = {
      ...entered,
      ...about,
      ...recorder(principal),
      ...(await fileOf(tx, deps, input)),
    };
    if (values.fileId) await closeRecorded(tx, deps, place.id, values.fileId);
    const row = await appendRecord(tx, deps, place, values);
    if (row.kind === "certificate" && issuer) await askIssuer(tx, deps, { row, issuer, place });
    await record(tx, ctx, { subject: place.id, after: auditFields(row) });
    return staffRecord(row, issuer?.name ?? null);
  });
}

/** Withdraws a record. Throws 404 if it does not exist and 409 if it is withdrawn. */
export function revoke(ctx: ActionContext<StaffActor>, { id, reason }: z.output<typeof revokeInput>) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const [about] = await tx.select().from(t).where(eq(t.id, id));
    if (!about || about.kind === "revocation") throw noRecord();
    refuseDenial(about);
    const place = await lockPlaceOf(tx, about);
    await refuseRevoked(tx, id);
    return withdraw(tx, ctx, { place, about, reason });
  });
}

/**
 * Withdraws a certificate that waits for a reading, and tells the owner of the place why. Throws 404, and 409 if it was
 * already agreed on or withdrawn.
 */
export function sendBack(ctx: ActionContext<StaffActor>, { id, reason }: z.output<typeof revokeInput>) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const about = await requireCertificate(tx, id);
    const place = await lockPlaceOf(tx, about);
    if ((await certificateOf(tx, deps, place, id)).agreed) throw wasRead();
    await refuseRevoked(tx, id);
    await postDeclined(tx, deps, place, place.ownerId, reason);
    return withdraw(tx, ctx, { place, about, reason });
  });
}

interface Withdrawal {
  readonly place: typeof currentPois.$inferSelect;
  readonly about: Pick<RecordRow, "id" | "poiId">;
  readonly reason: string;
}

async function withdraw(tx: Tx, ctx: ActionContext<StaffActor>, { place, about, reason }: Withdrawal) {
  const values = { kind: "revocation", poiId: about.poiId, aboutId: about.id, note: reason } as const;
  const row = await appendRecord(tx, ctx.deps, place, { ...values, ...recorder(ctx.principal) });
  await record(tx, ctx, { subject: place.id, after: auditFields(row) });
  return staffRecord(row, null);
}

async function requireCertificate(tx: Tx, id: string): Promise<RecordRow> {
  const which = and(eq(t.id, id), eq(t.kind, "certificate"));
  const [row] = await tx.select().from(t).where(which);
  if (!row) throw new DomainError("notFound", "This certificate does not exist");
  return row;
}

/**
 * Another person's reading of a certificate. The reader has not seen the first one. Throws 403 for a reader who has read
 * it and for a service account, 404, and 409 if the certificate is agreed on or withdrawn.
 */
export function readCertificate(
  ctx: ActionContext<StaffActor>,
  { id, number, issuerId, validUntil }: z.output<typeof readInput>,
): Promise<z.input<typeof readOutput>> {
  const { deps, principal } = ctx;
  requireReader(principal);
  const by = recorder(principal);
  return deps.db.transaction(async (tx) => {
    const seen = await requireCertificate(tx, id);
    const place = await lockPlaceOf(tx, seen);
    const before = await certificateOf(tx, deps, place, id);
    if (before.rows.some(({ byId }) => byId === by.byId)) throw readAlready();
    if (before.agreed) throw wasRead();
    await refuseRevoked(tx, id);
    await requireIssuer(tx, issuerId);
    const values = {
      kind: "reading",
      poiId: seen.poiId,
      aboutId: id,
      issuerId,
      number,
      validUntil: validUntil ?? null,
    } as const;
    const row = await appendRecord(tx, deps, place, { ...values, ...by }).catch(refuseSecond);
    const after = await certificateOf(tx, deps, place, id);
    await record(tx, ctx, { subject: place.id, after: { ...auditFields(row), agreed: after.agreed } });
    if (after.agreed) return { state: "agreed", readings: [] };
    const names = await issuerNames(
      tx,
      after.rows.map((each) => each.issuerId),
    );
    const own = after.rows.filter(({ byId }) => byId === by.byId); // the third reader decides, and no one before
    return { state: "differs", readings: own.map((each) => shown(each, names)) };
  });
}

/** The certificate's readings, its own first, and whether enough of those that are not withdrawn agree. */
async function certificateOf(tx: Tx, deps: Deps, place: { readonly id: string }, id: string) {
  const all = await recordsOf(tx, place.id);
  const rows = all.filter((row) => row.id === id || (row.kind === "reading" && row.aboutId === id));
  const revoked = new Set(all.flatMap((row) => (row.kind === "revocation" ? [row.aboutId] : [])));
  const records = rows
    .filter((row) => row.id === id || !revoked.has(row.id))
    .map((row) => recordOf(row, "UTC")); // the days do not matter for a reading
  const certificate = records.find((each) => each.kind === "certificate");
  if (!certificate) throw noRecord();
  const agreed = agreedReading(certificate, records, rulesOf(deps).readings) !== null;
  return { rows, agreed };
}

async function requireRecord(tx: Tx, poiId: string, id: string): Promise<Pick<RecordRow, "poiId">> {
  const [row] = await tx
    .select({ poiId: t.poiId, kind: t.kind, answer: t.answer })
    .from(t)
    .where(and(eq(t.id, id), isOfPlace(t.poiId, poiId)));
  if (!row || row.kind === "revocation")
    throw new DomainError("invalid", "This place has no such record", {
      fields: { recordId: "This place has no such record" },
    });
  refuseDenial(row);
  await refuseRevoked(tx, id);
  return { poiId: row.poiId };
}

/** Otherwise one staff member could bring back a tier that an issuer ended. */
function refuseDenial({ kind, answer }: Pick<RecordRow, "kind" | "answer">): void {
  if (kind === "answer" && answer !== "valid")
    throw new DomainError(
      "conflict",
      "An issuer's answer cannot be withdrawn. Record the certificate again, and the issuer is asked again.",
    );
}

async function refuseRevoked(tx: Tx, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.aboutId, id), eq(t.kind, "revocation")));
  if (row) throw new DomainError("conflict", "This record has been withdrawn");
}

async function fileOf(tx: Tx, deps: Deps, { id, kind, fileId }: RecordInput) {
  if (kind !== "certificate" || fileId === "") return {};
  const fileDigest = await attachedFileDigest(tx, deps, fileId, id);
  if (fileDigest === null)
    throw new DomainError("invalid", "This file is not attached to a claim of this place", {
      fields: { fileId: "This file is not attached to a claim of this place" },
    });
  return { fileId, fileDigest };
}

/** Two people read each certificate: with a service account, one of them could be both. docs/security.md TOK-09 */
function requireReader(principal: StaffActor): void {
  if (principal.kind === "staff" && principal.isService)
    throw new DomainError("forbidden", "A service account cannot read certificates: two people do");
}

const noRecord = () => new DomainError("notFound", "This record does not exist");
const wasRead = () => new DomainError("conflict", "This certificate has been read");
const readAlready = () =>
  new DomainError(
    "forbidden",
    "You have already read this certificate. Someone else must do the second reading.",
  );

/** Two readings of one person at the same time: the index lets one in. */
function refuseSecond(error: unknown): never {
  if (violatedConstraint(error) === "evidence_records_reading") throw readAlready();
  throw error;
}

type Fields = Omit<NewRecord, "kind" | "source">;
/** The columns of a record that staff enter. Throws 400 if a field of its kind is missing or a day is impossible. */
function staffRecordOf(input: RecordInput, today: Day): Fields & { readonly kind: StaffKind } {
  const { kind } = input;
  const fields: Record<string, string> = {};
  for (const { field, message } of recordProblems(input)) fields[field] = message;
  if ((kind === "lookup" || kind === "visit") && input.checkedAt && input.checkedAt > today)
    fields.checkedAt = "Checked at is in the future";
  const [sentence] = Object.values(fields);
  if (sentence !== undefined) throw new DomainError("invalid", sentence, { fields });
  return { kind, ...columnsOf(input) };
}

function columnsOf(input: RecordInput): Fields {
  const { validFrom, validUntil, checkedAt, meatFree, noAlcohol, noPork } = input;
  switch (input.kind) {
    case "certificate":
      return {
        issuerId: input.issuerId,
        number: input.number,
        validFrom: validFrom ?? null,
        validUntil: validUntil ?? null,
      };
    case "lookup":
      return { issuerId: input.issuerId, note: input.address, checkedOn: checkedAt ?? null };
    case "declaration":
      return { meatFree: meatFree ?? null, noAlcohol: noAlcohol ?? null, noPork: noPork ?? null };
    case "visit":
      return { checkedOn: checkedAt ?? null };
    case "statement":
      return { note: input.text };
    case "revocation":
      return { aboutId: input.recordId, note: input.reason };
  }
}

/** The tier of a place now, and after a record would be withdrawn today. Changes nothing. Throws 404. */
export async function tierWithout(
  { deps }: ActionContext<StaffActor>,
  id: string,
): Promise<z.input<typeof withdrawalOutput>> {
  const { orm } = deps.db;
  const [row] = await orm.select({ poiId: t.poiId }).from(t).where(eq(t.id, id));
  const poiId = row && ((await canonicalPlaceOf(orm, row.poiId)) ?? row.poiId);
  const [place] =
    poiId === undefined ? [] : await orm.select().from(currentPois).where(eq(currentPois.id, poiId));
  if (!place) throw new DomainError("notFound", "This record does not exist");
  if (place.category === "mosque") return { tier: null, after: null };
  const timeZone = timeZoneOf(place);
  const today = dayIn(timeZone, deps.now());
  const records = (await recordsOf(orm, place.id)).map((row) => recordOf(row, timeZone));
  const revocation = { kind: "revocation", id: "", by: "", recordedOn: today, recordId: id } as const;
  const rules = rulesOf(deps);
  return {
    tier: tierOn(records, today, rules).tier,
    after: tierOn([...records, revocation], today, rules).tier,
  };
}
