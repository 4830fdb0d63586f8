import { and, count, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../../db/query/row-version.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError, type FieldErrors } from "../../../shared/errors.ts";
import { isId } from "../../../shared/id.ts";
import type { EditedFacts } from "../../../shared/places/fact-fields.ts";
import {
  FACT_KEYS,
  type FactKey,
  type FactSource,
  type FactValue,
  misfit,
} from "../../../shared/places/facts.ts";
import { type Category, noPlace } from "../../../shared/places/places.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { lockOwnAccount } from "../../partners/public.ts";
import { lockPlace } from "../service.ts";
import { currentPois } from "../table.ts";
import { forEditor, newestStatements, versionOf } from "./queries.ts";
import type { saveInput } from "./schema.ts";
import { placeFacts as t } from "./table.ts";

type Sent = Omit<z.output<typeof saveInput>, "id" | "updatedAt">;
type Change = readonly [FactKey, FactValue | null];

const CHANGES_A_DAY = 200; // of one source about one place

interface Author {
  readonly source: Exclude<FactSource, "import">;
  readonly byId: string;
  readonly byName: string | null;
}

/**
 * Records facts about a place from staff. Throws 404, 400 for a fact that its category does not have, and 409 if staff have stated
 * something since `updatedAt`.
 */
export function saveAsStaff(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt: readAt, ...sent }: z.output<typeof saveInput>,
) {
  const { principal } = ctx;
  const byId = principal.kind === "staff" ? principal.id : "operator";
  const author = { source: "staff", byId, byName: principal.name } as const;
  return ctx.deps.db.transaction((tx) => saveIn(tx, ctx, { id, readAt, sent, author }));
}

/** Records facts about a place from the owner. Throws the same, and 404 for a place that the caller does not own. */
export function saveAsOwner(
  ctx: ActionContext<PartnerPrincipal>,
  { id, updatedAt: readAt, ...sent }: z.output<typeof saveInput>,
): Promise<EditedFacts> {
  return ctx.deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    return saveOwnerFacts(tx, ctx, { id, readAt, sent });
  });
}

/** `saveAsOwner` in the transaction of the caller, who has locked the account. */
export const saveOwnerFacts = (
  tx: Tx,
  ctx: ActionContext<PartnerPrincipal>,
  saved: Pick<Save, "id" | "sent" | "readAt">,
): Promise<EditedFacts> => {
  const { id: byId } = ctx.principal;
  return saveIn(tx, ctx, { ...saved, ownerId: byId, author: { source: "owner", byId, byName: null } });
};

interface Save {
  readonly id: string;
  readonly sent: Sent;
  /** The version that the caller read. */
  readonly readAt: Date | undefined;
  readonly author: Author;
  /** Who must own the place. */
  readonly ownerId?: string;
}

/** A statement that the source has made before is not stored again. */
async function saveIn(
  tx: Tx,
  ctx: ActionContext,
  { id, sent, readAt, author, ownerId }: Save,
): Promise<EditedFacts> {
  const { deps } = ctx;
  const place = await lockPlace(tx, id);
  if (!place || (ownerId !== undefined && place.ownerId !== ownerId)) throw noPlace();
  const before = (await newestStatements(tx, id)).filter(({ source }) => source === author.source);
  const version = versionOf(before, place, author.source);
  if (hasChangedSince(readAt, version))
    throw changedByOther("place", await forEditor(tx, place, deps.now(), author.source));
  const stated = new Map(before.map(({ key, value }) => [key, value]));
  const changes = FACT_KEYS.flatMap((key): readonly Change[] => {
    const value = sent[key];
    return value === undefined || Bun.deepEquals(value, stated.get(key) ?? null) ? [] : [[key, value]];
  });
  refuseMisfits(changes, place.category);
  await refuseUnknownPlace(tx, id, sent.closed);
  if (changes.length === 0) skipAuditCheck(ctx);
  else {
    await refuseTooMany(tx, id, author.source, deps.now());
    const at = nextUpdatedAt(deps.now(), version);
    const rows = changes.map(([key, value]) => ({ ...author, poiId: id, key, value, at }));
    await tx.insert(t).values(rows);
    const was = changes.map(([key]) => [key, stated.get(key) ?? null]);
    await record(tx, ctx, {
      subject: id,
      before: Object.fromEntries(was),
      after: Object.fromEntries(changes),
    });
  }
  return forEditor(tx, place, deps.now(), author.source);
}

function refuseMisfits(changes: readonly Change[], category: Category): void {
  const wrong = changes.flatMap(([key]) => {
    const sentence = misfit(key, category);
    return sentence === null ? [] : [[key, sentence] as const];
  });
  const [first] = wrong;
  if (first) throw new DomainError("invalid", first[1], { fields: Object.fromEntries(wrong) });
}

/** Where a place has moved is a text, or the id of another place. */
async function refuseUnknownPlace(tx: Tx, id: string, closed: Sent["closed"]): Promise<void> {
  if (typeof closed !== "object" || closed === null || !isId(closed.movedTo)) return;
  if (closed.movedTo === id) throw wrongMove("A place cannot move to itself");
  const [found] = await tx
    .select({ id: currentPois.id })
    .from(currentPois)
    .where(eq(currentPois.id, closed.movedTo));
  if (!found) throw wrongMove("The place that it moved to does not exist");
}

const wrongMove = (sentence: string) =>
  new DomainError("invalid", sentence, { fields: { closed: sentence } satisfies FieldErrors });

async function refuseTooMany(tx: Tx, poiId: string, source: FactSource, now: Date): Promise<void> {
  const since = new Date(now.getTime() - days(1));
  const [recent] = await tx
    .select({ added: count() })
    .from(t)
    .where(and(eq(t.poiId, poiId), eq(t.source, source), gt(t.at, since)));
  if ((recent?.added ?? 0) < CHANGES_A_DAY) return;
  throw new DomainError("rateLimited", "This place was changed too often today. Please try again tomorrow.", {
    retryAfter: days(1) / 1_000,
  });
}
