import { and, eq, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { advisoryLock } from "../../../db/locks.ts";
import { seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { emailKey } from "../../../shared/fields.ts";
import { randomId } from "../../../shared/id.ts";
import { CURRENT_CONSENT } from "../../../shared/people/consent-texts.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { pageUrl, withdrawMails } from "../../mail/public.ts";
import { cityColumns, nextVersion } from "../columns.ts";
import { insertSignup } from "../join.ts";
import type { Joined } from "../schema.ts";
import { waitlistSignups as t } from "../table.ts";
import { WELCOME_KIND } from "../welcome.ts";
import {
  CORRECTABLE_FOR,
  cardOf,
  dropCard,
  type JoinedCard,
  keepCard,
  keepLeft,
  type LeftCard,
  notUndoable,
  requireCard,
  requireLeft,
} from "./card.ts";
import {
  greetAgain,
  greetingBy,
  moveLink,
  referralCodeOf,
  setGreeting,
  stopGreeting,
  takeBackGreeting,
} from "./links.ts";

type Ctx = ActionContext<Visitor>;

/** What this browser remembers of joining, or null. Reads no row. */
export function show(ctx: Ctx): Joined | null {
  const card = cardOf(ctx);
  return card === null ? null : shown(ctx, card);
}

function shown(
  { deps }: Ctx,
  { id, joinedAt, source: _, quarantined: __, greets = false, ...entered }: JoinedCard,
): Joined {
  const end = new Date(joinedAt + CORRECTABLE_FOR);
  const link = pageUrl(deps, `/?ref=${referralCodeOf(id)}`);
  return { ...entered, greets, link, correctableUntil: end > deps.now() ? end : null };
}

/**
 * Corrects the address within ten minutes of joining: as if the right one had been entered at first. The same happens,
 * and is answered, whether or not the wrong one or the right one was on the list before; what was there before stays.
 * Throws 400.
 */
export async function correct(ctx: Ctx, email: string): Promise<Joined> {
  const { deps } = ctx;
  const card = requireCard(ctx);
  if (deps.now().getTime() >= card.joinedAt + CORRECTABLE_FOR) throw tooLate();
  const id = await deps.db.transaction((tx) => moveSignup(tx, ctx, { ...card, email }));
  const corrected = { ...card, id, email };
  keepCard(ctx, corrected);
  return shown(ctx, corrected);
}

const tooLate = () =>
  new DomainError(
    "invalid",
    "An address can be corrected for 10 minutes. Please join again with the right one.",
  );

/** Returns the id that the signup has if the address is new. */
async function moveSignup(tx: Tx, ctx: Ctx, card: JoinedCard): Promise<string> {
  // one at a time: the second of two corrections changes what the first one wrote
  await tx.execute(advisoryLock("signupCorrection", sql`hashtext(${card.id})`));
  const [row] = await tx.select().from(t).where(eq(t.id, card.id)).for("update");
  const found = row?.deletedAt === null ? row : undefined;
  const key = emailKey(card.email);
  const isOwn = found?.confirmedAt === null && found.leftAt === null;
  if (isOwn && found.emailKey === key) {
    skipAuditCheck(ctx);
    return card.id;
  }
  // its owner has confirmed or left, or staff deleted it: this browser may no longer change it
  const id = row && !isOwn ? randomId() : card.id;
  const quarantined = found?.quarantined ?? card.quarantined === 1;
  if (isOwn) await tx.delete(t).where(eq(t.id, card.id));
  // nothing was mailed about a submission in quarantine: what waits is about the signup of the address
  await withdrawMails(tx, WELCOME_KIND, isOwn && !quarantined ? found.emailKey : "");
  await insertSignup(tx, newSignup(ctx, { ...card, id }, quarantined));
  await tx
    .update(t)
    .set(cityColumns(ctx.deps, card.city ?? ""))
    .where(eq(t.id, id));
  if (id === card.id) await moveLink(tx, referralCodeOf(id), key);
  // the earlier link is that of a signup that stays, and keeps crediting it
  else if (card.greets) await takeBackGreeting(tx, referralCodeOf(card.id), card.firstName);
  await setGreeting(tx, ctx.deps, linkOf({ ...card, id }, card.greets ? greetingBy(card.firstName) : null));
  await record(tx, ctx, { subject: id, after: { corrected: true } });
  return id;
}

const newSignup = ({ deps, call, invocation }: Ctx, card: JoinedCard, quarantined: boolean) => ({
  id: card.id,
  firstName: card.firstName,
  email: card.email,
  emailKey: emailKey(card.email),
  isBetaTester: card.isBetaTester,
  quarantined,
  consentWording: CURRENT_CONSENT,
  source: card.source,
  at: deps.now(),
  action: invocation.action,
  address: call.address,
  requestId: call.requestId,
});

/** The owner of the address has neither confirmed nor left, and staff have not deleted it. */
const isUndecided = and(isNull(t.leftAt), isNull(t.confirmedAt), isNull(t.deletedAt)) as SQL;

/**
 * Saves the person's city; an empty one removes it. A signup from before, one that was left and one that the owner of the
 * address has confirmed keep their own. Throws 400.
 */
export async function chooseCity(ctx: Ctx, city: string): Promise<Joined> {
  const { deps } = ctx;
  const chosen = { ...requireCard(ctx), city: city === "" ? null : city };
  await deps.db.transaction(async (tx) => {
    const own = and(eq(t.id, chosen.id), isUndecided);
    await tx
      .update(t)
      .set({ ...cityColumns(deps, city), updatedAt: nextVersion(deps.now()) })
      .where(own);
    await record(tx, ctx, { subject: chosen.id, after: { changed: ["city"] } });
  });
  keepCard(ctx, chosen);
  return shown(ctx, chosen);
}

/**
 * Turns beta access on or off. On, it is added to whatever signup the address has, as joining again with it would
 * do; off, it is taken back only of the signup that this browser made, until its owner confirms it. A browser whose submission
 * is in quarantine changes that alone. Throws 400.
 */
export async function switchBeta(ctx: Ctx, on: boolean): Promise<Joined> {
  const { deps } = ctx;
  const chosen = { ...requireCard(ctx), isBetaTester: on };
  const own = eq(t.id, chosen.id);
  const ofAddress = and(eq(t.emailKey, emailKey(chosen.email)), not(t.quarantined));
  await deps.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(t)
      .set({ isBetaTester: on, updatedAt: nextVersion(deps.now()) })
      .where(
        and(
          on ? or(own, chosen.quarantined === 1 ? undefined : ofAddress) : and(own, isNull(t.confirmedAt)),
          not(eq(t.isBetaTester, on)),
          isNull(t.leftAt),
          isNull(t.deletedAt),
        ),
      )
      .returning({ id: t.id });
    await record(tx, ctx, { subject: changed?.id ?? null, after: { changed: ["isBetaTester"] } });
  });
  keepCard(ctx, chosen);
  return shown(ctx, chosen);
}

/**
 * Lets the link of this browser greet friends by the first name entered in it, or not. Changes nothing once the link is that
 * of a signup whose owner has confirmed it or left. Throws 400, also if the name could be mistaken for something else than a
 * name.
 */
export async function switchGreeting(ctx: Ctx, on: boolean): Promise<Joined> {
  const { deps } = ctx;
  const chosen = { ...requireCard(ctx), greets: on };
  await deps.db.transaction(async (tx) => {
    const link = linkOf(chosen, on ? greetingBy(chosen.firstName) : null);
    const [own] = await tx.select({ isUndecided }).from(t).where(eq(t.id, chosen.id)).for("update");
    const isChanged = own?.isUndecided !== false && (await setGreeting(tx, deps, link));
    // found when the person is erased, also if the id names no row
    if (isChanged) await record(tx, ctx, { subject: link.code, after: { changed: ["greets"] } });
    else skipAuditCheck(ctx);
  });
  keepCard(ctx, chosen);
  return shown(ctx, chosen);
}

const linkOf = ({ id, email }: JoinedCard, greeting: string | null) => ({
  code: referralCodeOf(id),
  emailKey: emailKey(email),
  greeting,
});

/** Presses of one browser within this time are one leaving. */
const PRESSED_AT_ONCE = seconds(10);

/**
 * Takes the signup that this browser made off the waitlist; its link greets no one any more. One from before, and one whose
 * owner has confirmed the address, stay: only a mailed link proves the address. The answer is the same. Throws 400.
 */
export async function leave(ctx: Ctx) {
  const { deps } = ctx;
  const card = requireCard(ctx);
  const now = deps.now();
  const code = referralCodeOf(card.id);
  const left = await deps.db.transaction(async (tx) => {
    const [own] = await tx
      .select({ isUndecided, leftByCard: t.leftByCard, leftAt: t.leftAt })
      .from(t)
      .where(eq(t.id, card.id))
      .for("update");
    if (own?.isUndecided === false) {
      skipAuditCheck(ctx);
      const isSamePress =
        own.leftByCard && own.leftAt && now.getTime() - own.leftAt.getTime() < PRESSED_AT_ONCE;
      return { leftAt: (isSamePress && own.leftAt) || now, greeting: null }; // nothing else can be undone with it
    }
    await tx.update(t).set({ leftAt: now, leftByCard: true, welcomeDueAt: null }).where(eq(t.id, card.id));
    const greetings = await stopGreeting(tx, [code]);
    // found when the person is erased, also if the id names no row
    if (own || greetings.size > 0) await record(tx, ctx, { subject: own ? card.id : code });
    else skipAuditCheck(ctx);
    return { leftAt: now, greeting: greetings.get(code) ?? null };
  });
  keepLeft(ctx, emailKey(card.email), { ...left, byCard: true });
  return { success: true as const };
}

/** Undoes `leave`, unless the person has left by a mailed link since. The joining mail that was not sent yet becomes due again. */
async function undoOwn(ctx: Ctx, card: JoinedCard, { leftAt, greeting }: LeftCard): Promise<void> {
  const { deps } = ctx;
  await deps.db.transaction(async (tx) => {
    const now = deps.now().toISOString();
    const [row] = await tx
      .update(t)
      .set({
        leftAt: null,
        leftByCard: false,
        welcomeDueAt: sql`case when ${t.welcomedAt} is null and not ${t.quarantined} then ${now}::timestamptz end`,
      })
      .where(and(eq(t.id, card.id), t.leftByCard, eq(t.leftAt, new Date(leftAt)), isNull(t.deletedAt)))
      .returning({ id: t.id });
    const code = referralCodeOf(card.id);
    // the link of a signup that stays off the list stays silent
    const mayGreet = row !== undefined || (await tx.$count(t, eq(t.id, card.id))) === 0;
    const greets = greeting !== null && mayGreet && (await greetAgain(tx, code, greeting));
    if (row || greets) await record(tx, ctx, { subject: row?.id ?? code });
    else skipAuditCheck(ctx);
  });
  keepCard(ctx, card);
}

/**
 * Undoes leaving in the browser where it was done, with the confirmation, the consent and the greeting as they were; again changes
 * nothing. Throws 400, also if the person has left anew by a mailed link since or was erased.
 */
export async function undoLeave(ctx: Ctx) {
  const { deps } = ctx;
  const left = requireLeft(ctx);
  const { key, leftAt, greeting, card } = left;
  if (left.byCard && card) {
    await undoOwn(ctx, card, left);
    return { success: true as const };
  }
  const ofKey = and(eq(t.emailKey, key), not(t.quarantined), isNull(t.deletedAt));
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(t)
      .set({ leftAt: null })
      .where(and(ofKey, eq(t.leftAt, new Date(leftAt))))
      .returning({ id: t.id });
    if (row && greeting) await greetAgain(tx, referralCodeOf(row.id), greeting);
    if (row) await record(tx, ctx, { subject: row.id });
    else if ((await tx.$count(t, and(ofKey, isNull(t.leftAt)))) > 0) skipAuditCheck(ctx);
    else throw notUndoable();
  });
  if (card !== null) keepCard(ctx, card);
  return { success: true as const };
}

/** Removes the memory of joining from this browser; the signup stays. */
export function dismiss(ctx: Ctx) {
  skipAuditCheck(ctx);
  dropCard(ctx);
  return { success: true as const };
}
