import { eq } from "drizzle-orm";
import { FRAME, SUGGESTION_OUTCOME } from "../../../copy/en/emails.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../../db/query/row-version.ts";
import { DomainError } from "../../../shared/errors.ts";
import { PLACE_REGIONS, regionCode } from "../../../shared/places/regions.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { changedSince, isSameDecision, type UndoInput } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { mailText, pageUrl, postWithId, takeBack } from "../../mail/public.ts";
import { placeState, placeUsedSince, savedDecision, undoableDecision } from "../../ownership/public.ts";
import { createPlace, deletePlace, findSamePlace, lockPlace, provenanceNow } from "../../places/public.ts";
import { categoryOf, noSuchSuggestion, type SuggestionRow, show, suggestionOf } from "./queries.ts";
import type { DecideInput, SuggestionCase } from "./schema.ts";
import { placeSuggestions as t } from "./table.ts";

/**
 * Decides a suggestion: adds the place, without an owner and without evidence, or leaves it, or leaves it because the place
 * is listed already. Mails the visitor who left an address. Throws 404; 409 if it is decided already, was changed since
 * `updatedAt`, or the place is listed by now; 400 for a new place without an address and for a duplicate of nothing.
 */
export async function decide(ctx: ActionContext<StaffActor>, input: DecideInput): Promise<SuggestionCase> {
  const { deps, principal } = ctx;
  const { id, notes } = input;
  await deps.db.transaction(async (tx) => {
    const row = await lockSuggestion(tx, id);
    if (row.status !== "pending") throw new DomainError("conflict", "This suggestion is already decided");
    if (hasChangedSince(input.updatedAt, row.updatedAt)) throw changedByOther("suggestion");
    const decision = input.decision === "approved" ? "approved" : "rejected";
    const place =
      decision === "approved"
        ? await addPlace(tx, deps, row, input)
        : input.decision === "duplicate"
          ? await listedPlace(tx, input.poiId)
          : null;
    const mailId = await postOutcome(tx, deps, row, { decision, place });
    const created = decision === "approved" && place ? await placeState(tx, place.id) : null;
    const now = deps.now();
    await tx
      .update(t)
      .set({
        ...{ status: decision, poiId: place?.id ?? null, notes, network: null },
        ...{ reviewedAt: now, reviewedBy: principal.name, updatedAt: nextUpdatedAt(now, row.updatedAt) },
        lastDecision: { ...savedDecision(ctx, { decision, mailId }), created },
      })
      .where(eq(t.id, id));
    const after = { status: decision, poiId: place?.id ?? null };
    await record(tx, ctx, { subject: id, before: { status: "pending" }, after });
  });
  return show(ctx, id);
}

/** Throws 404. */
async function lockSuggestion(tx: Tx, id: string): Promise<SuggestionRow> {
  await suggestionOf(tx, id);
  const [row] = await tx.select().from(t).where(eq(t.id, id)).for("update");
  if (!row) throw noSuchSuggestion();
  return row;
}

const NEEDED = { address: "an address", city: "a city", state: "a US state or a Canadian province" } as const;

async function addPlace(tx: Tx, deps: Deps, row: SuggestionRow, input: DecideInput) {
  const fields = {
    name: input.name || row.name,
    address: input.address || row.address,
    city: input.city || row.city,
    state: regionCode(input.state || row.state, PLACE_REGIONS) ?? "",
  };
  const lacking = (["address", "city", "state"] as const).filter((name) => fields[name] === "");
  if (lacking.length > 0) {
    const sentences = lacking.map((name) => [name, `A new place needs ${NEEDED[name]}`] as const);
    throw new DomainError("invalid", sentences[0]?.[1] ?? "", { fields: Object.fromEntries(sentences) });
  }
  const same = await findSamePlace(tx, fields);
  if (same)
    throw new DomainError("conflict", `${same.name}, ${same.address} is listed already`, {
      facts: { existing: same.id },
    });
  const rest = { phone: "", website: "", subcategory: "", halalCertificate: "" };
  const category = input.category ?? categoryOf(fields);
  const entered = (["name", "address", "city", "state", "zipCode", "category"] as const).filter(
    (name) => input[name],
  );
  return createPlace(tx, deps, { ...fields, ...rest, zipCode: input.zipCode, category }, null, {
    "*": { by: "report", at: row.createdAt.toISOString() },
    ...Object.fromEntries(entered.map((name) => [name, provenanceNow("staff", deps.now())])),
  });
}

/** Throws 400. */
async function listedPlace(tx: Tx, id: string) {
  const place = id === "" ? null : await lockPlace(tx, id);
  if (place) return place;
  const sentence = id === "" ? "Choose the place that is listed already" : "This place is not listed";
  throw new DomainError("invalid", sentence, { fields: { poiId: sentence } });
}

interface Outcome {
  readonly decision: "approved" | "rejected";
  readonly place: Parameters<typeof placePath>[0] | null;
}

/** Like all our mails it repeats no words of the visitor. Returns the mail's id; null if no address was left. */
async function postOutcome(tx: Tx, deps: Deps, row: SuggestionRow, outcome: Outcome) {
  if (row.email === null) return null;
  const { decision, place } = outcome;
  const { reference } = row;
  const url = pageUrl(deps, place ? placePath(place) : "/places");
  const kind = decision === "rejected" && place ? "duplicate" : decision;
  const questions = FRAME.questions(deps.settings.brand.contactEmail);
  const text = mailText(deps, ...SUGGESTION_OUTCOME.text[kind](reference, url), questions);
  const subject = SUGGESTION_OUTCOME.subject(reference);
  return postWithId(tx, deps, { to: row.email, kind: "suggestion-outcome", subject, text });
}

/**
 * Undoes the last decision: deletes the place that an approval added, and takes the mail back. Throws 403 for anyone but the
 * person who decided and admins, 404, and 409 after ten minutes or once the place was used.
 */
export async function undo(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt: readAt }: UndoInput,
): Promise<SuggestionCase> {
  const { deps } = ctx;
  await deps.db.transaction(async (tx) => {
    const seen = await suggestionOf(tx, id);
    const last = undoableDecision(ctx, { ...seen, reason: null }, { shown: seen.updatedAt, readAt });
    const place = last.created && seen.poiId ? await lockPlace(tx, seen.poiId) : null;
    const row = await lockSuggestion(tx, id);
    if (!isSameDecision(row.lastDecision, last)) throw changedSince("it was changed by someone else");
    if (last.created) {
      if (!place) throw changedSince("the place was deleted or merged with another one");
      const use = await placeUsedSince(tx, deps, place, last.created);
      if (use !== null) throw changedSince(use);
      await deletePlace(tx, place);
    }
    const waiting = { status: "pending", notes: "", reviewedAt: null, reviewedBy: null } as const;
    const updatedAt = nextUpdatedAt(deps.now(), row.updatedAt);
    await tx
      .update(t)
      .set({ ...waiting, poiId: null, lastDecision: null, updatedAt })
      .where(eq(t.id, id));
    if (row.email !== null)
      await takeBack(tx, deps, [
        {
          ...{ to: row.email, kind: "suggestion-undone", mailId: last.mailId, page: "/places" },
          subject: SUGGESTION_OUTCOME.undoneSubject(row.reference),
          lines: SUGGESTION_OUTCOME.undone,
        },
      ]);
    const before = { status: row.status, poiId: row.poiId };
    await record(tx, ctx, { subject: id, before, after: { status: "pending" } });
  });
  return show(ctx, id);
}
