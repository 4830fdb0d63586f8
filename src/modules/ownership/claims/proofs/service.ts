import { randomInt } from "node:crypto";
import { and, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { FRAME } from "../../../../copy/en/emails.ts";
import { CLAIM_CODE } from "../../../../copy/en/partner-emails.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../../core/rpc/context.ts";
import type { StaffActor } from "../../../../core/rpc/procedures.ts";
import type { Tx } from "../../../../db/client.ts";
import { days, hours, minutes } from "../../../../shared/duration.ts";
import { DomainError } from "../../../../shared/errors.ts";
import type { ProofKind } from "../../../../shared/reviews/reviews.ts";
import { record } from "../../../audit/public.ts";
import { countMails, mailText, post } from "../../../mail/public.ts";
import { lockConfirmedAccount, lockOwnAccount } from "../../../partners/public.ts";
import { lockPlace } from "../../../places/public.ts";
import { alreadyDecided } from "../service.ts";
import { poiClaims } from "../table.ts";
import { asProof, type ProofRow, type ProvenPlace, shown, targetOf } from "./queries.ts";
import type { askInput, codeInput, confirmInput, Proof } from "./schema.ts";
import { claimProofs as t } from "./table.ts";

// docs/limits.md
const INTERVAL = minutes(10);
const CODES_A_DAY = 5;
const GUESSES = 5; // of one code
const CODE_MAIL = "claim-code";
const LIFETIME: Readonly<Record<ProofKind, number>> = {
  email: hours(1),
  phone: minutes(30),
  letter: days(30),
};

/**
 * Asks for a code that proves the caller's pending claim. One for a mailbox is mailed at once; a call and a letter wait for
 * staff. Throws 404 for another partner's claim, 409 if it is decided or the place does not offer this way, 400 for a mailbox
 * of another domain, and 429 if the mailbox was mailed, or the place asked about in this way, less than ten minutes ago or five
 * times today.
 */
export function ask(
  ctx: ActionContext<PartnerPrincipal>,
  { id, kind, mailbox }: z.output<typeof askInput>,
): Promise<Proof> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    await lockConfirmedAccount(tx, ctx);
    const { place } = await lockClaim(tx, id, principal.id);
    const target = targetOf(place, kind);
    if (target === "") throw new DomainError("conflict", NOT_OFFERED[kind]);
    const seen = await proofOf(tx, id, kind);
    if (seen?.confirmedAt) throw alreadyConfirmed();
    const at = deps.now();
    const isNewDay = !seen || seen.dayStartedAt.getTime() <= at.getTime() - days(1);
    const asked = isNewDay ? 1 : seen.asked + 1;
    const values = { target, askedAt: at, asked, dayStartedAt: isNewDay ? at : seen.dayStartedAt };
    // a letter that is on its way keeps its code
    const set = kind !== "email" && seen?.target === target ? values : { ...values, ...NO_CODE };
    const to = kind === "email" ? mailboxAt(target, mailbox) : null;
    await refuseTooMany(tx, at, { placeId: place.id, kind, to });
    const [row] = await tx
      .insert(t)
      .values({ claimId: id, kind, ...set })
      .onConflictDoUpdate({ target: [t.claimId, t.kind], set })
      .returning();
    if (!row) throw new Error("insert into claim_proofs returned no row");
    const made = to === null ? null : await makeCode(tx, deps, row);
    if (to !== null && made) await postCode(tx, deps, to, place.name, made.code);
    await record(tx, ctx, { subject: id, after: { proof: kind, target } });
    return asProof(made?.row ?? row, target);
  });
}

const NO_CODE = { digest: null, sentAt: null, expiresAt: null, attempts: 0 } as const;

const NOT_OFFERED: Readonly<Record<ProofKind, string>> = {
  email: "This place does not list a website with its own domain",
  phone: "This place does not list a phone number",
  letter: "This place does not list an address",
};

/** Throws 400 unless the mailbox is at the domain of the website. */
function mailboxAt(domain: string, mailbox = ""): string {
  if (mailbox.split("@").at(-1)?.toLowerCase() === domain) return mailbox;
  const sentence = `Please enter an email address that ends in @${domain}`;
  throw new DomainError("invalid", sentence, { fields: { mailbox: sentence } });
}

interface Asked {
  readonly placeId: string;
  readonly kind: ProofKind;
  /** The mailbox that a code is mailed to. */
  readonly to: string | null;
}

/** Throws 429. The place is locked, so that others that ask about it wait. */
async function refuseTooMany(tx: Tx, now: Date, { placeId, kind, to }: Asked): Promise<void> {
  const [recently, dayAgo] = [new Date(now.getTime() - INTERVAL), new Date(now.getTime() - days(1))];
  const ofPlace = tx.select({ id: poiClaims.id }).from(poiClaims).where(eq(poiClaims.poiId, placeId));
  const same = and(eq(t.kind, kind), inArray(t.claimId, ofPlace));
  const mailed = (since: Date) => (to === null ? 0 : countMails(tx, to, CODE_MAIL, since));
  if ((await tx.$count(t, and(same, gt(t.askedAt, recently)))) > 0 || (await mailed(recently)) > 0)
    throw tooMany("A code was asked for just now. Please wait ten minutes before you ask again.", INTERVAL);
  const [today] = await tx
    .select({ asked: sql<number>`coalesce(sum(${t.asked}), 0)::int` })
    .from(t)
    .where(and(same, gt(t.dayStartedAt, dayAgo)));
  if ((today?.asked ?? 0) >= CODES_A_DAY || (await mailed(dayAgo)) >= CODES_A_DAY)
    throw tooMany("Enough codes were asked for today. Please try again tomorrow.", days(1));
}

const tooMany = (sentence: string, ms: number) =>
  new DomainError("rateLimited", sentence, { retryAfter: ms / 1_000 });

/**
 * Staff make a code to read out on the phone or to print, which replaces the one before. Throws 404 unless the claimant asked
 * for it, 409 if the claim is decided, or the place lists another number or address by now.
 */
export function makeForStaff(ctx: ActionContext<StaffActor>, { id, kind }: z.output<typeof codeInput>) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const { place } = await lockClaim(tx, id);
    const seen = await proofOf(tx, id, kind);
    if (!seen) throw noSuchProof();
    if (seen.confirmedAt) throw alreadyConfirmed();
    refuseMoved(seen, place);
    const { code, expiresAt } = await makeCode(tx, deps, seen);
    await record(tx, ctx, { subject: id, after: { proof: kind, target: seen.target } });
    return { target: shown(kind, seen.target), code, expiresAt };
  });
}

async function makeCode(tx: Tx, deps: Deps, { id, kind }: ProofRow) {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const [sentAt, expiresAt] = [deps.now(), new Date(deps.now().getTime() + LIFETIME[kind])];
  const digest = deps.encryption.keyedHash("claim-code", `${id}:${code}`);
  const [row] = await tx
    .update(t)
    .set({ digest, sentAt, expiresAt, attempts: 0 })
    .where(eq(t.id, id))
    .returning();
  if (!row) throw new Error("update of claim_proofs returned no row");
  return { code, expiresAt, row };
}

type Refusal = "wrong" | "expired";

/**
 * Enters the code of the caller's own claim. Of several at the same time one counts. Throws 404 for another partner's claim or
 * if no code was asked for, 400 for a wrong or expired one, 409 if it was used, the claim is decided, or the place lists
 * another website, number or address by now, and 429 after five wrong ones.
 */
export async function confirm(
  ctx: ActionContext<PartnerPrincipal>,
  { id, kind, code }: z.output<typeof confirmInput>,
): Promise<Proof> {
  const { deps, principal } = ctx;
  const answer = await deps.db.transaction(async (tx): Promise<Proof | Refusal> => {
    await lockOwnAccount(tx, ctx);
    const { place } = await lockClaim(tx, id, principal.id);
    const seen = await proofOf(tx, id, kind);
    if (!seen) throw noSuchProof();
    if (seen.confirmedAt) throw alreadyConfirmed();
    refuseMoved(seen, place);
    if (seen.attempts >= GUESSES)
      throw tooMany("There were too many wrong codes. Please ask for a new one.", INTERVAL);
    const refusal = refusalOf(deps, seen, code);
    // a wrong guess is counted, so this transaction must not be rolled back
    const set = refusal
      ? { attempts: seen.attempts + 1 }
      : { confirmedAt: deps.now(), digest: null, attempts: 0 };
    const [row] = await tx.update(t).set(set).where(eq(t.id, seen.id)).returning();
    if (!row) throw new Error("update of claim_proofs returned no row");
    await record(tx, ctx, { subject: id, after: { proof: kind, confirmed: refusal === null } });
    return refusal ?? asProof(row, seen.target);
  });
  if (typeof answer === "string") throw refused(answer);
  return answer;
}

function refusalOf(deps: Deps, { id, digest, expiresAt }: ProofRow, code: string): Refusal | null {
  if (digest === null || expiresAt === null || expiresAt <= deps.now()) return "expired";
  return deps.encryption.keyedHashes("claim-code", `${id}:${code}`).includes(digest) ? null : "wrong";
}

function refused(refusal: Refusal): DomainError {
  const sentence =
    refusal === "wrong" ? "This code is incorrect" : "This code has expired. Please ask for a new one.";
  return new DomainError("invalid", sentence, { fields: { code: sentence } });
}

/** Locks a pending claim and its place. `partnerId` is who must have sent it. Throws 404 and 409. */
async function lockClaim(tx: Tx, id: string, partnerId?: string) {
  const which = and(
    eq(poiClaims.id, id),
    partnerId === undefined ? undefined : eq(poiClaims.partnerId, partnerId),
  );
  const [seen] = await tx.select({ poiId: poiClaims.poiId }).from(poiClaims).where(which);
  if (!seen) throw new DomainError("notFound", "This claim does not exist");
  const place = seen.poiId === null ? null : await lockPlace(tx, seen.poiId);
  const [claim] = await tx.select().from(poiClaims).where(which).for("update");
  if (claim?.status !== "pending") throw alreadyDecided();
  if (!place) throw new DomainError("conflict", "The place in this claim is no longer listed");
  return { claim, place };
}

async function proofOf(tx: Tx, claimId: string, kind: ProofKind): Promise<ProofRow | undefined> {
  const [row] = await tx
    .select()
    .from(t)
    .where(and(eq(t.claimId, claimId), eq(t.kind, kind)));
  return row;
}

/** A code proves nothing about a website, number or address that the place does not list any more. */
function refuseMoved({ kind, target }: ProofRow, place: ProvenPlace): void {
  if (targetOf(place, kind) === target) return;
  const what = { email: "website", phone: "phone number", letter: "address" }[kind];
  throw new DomainError("conflict", `The place now lists a different ${what}. Please ask for a new code.`);
}

const noSuchProof = () => new DomainError("notFound", "No code has been requested");
const alreadyConfirmed = () => new DomainError("conflict", "This code has already been used");

function postCode(tx: Tx, deps: Deps, to: string, place: string, code: string): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  return post(tx, deps, {
    to,
    kind: CODE_MAIL,
    subject: CLAIM_CODE.subject(place),
    text: mailText(deps, ...CLAIM_CODE.text(place, code), FRAME.questions(contactEmail)),
    secrets: [code],
  });
}

const RETAINED = days(30);

/** The hourly sweep: deletes what is left of the proofs of claims that were decided 30 days ago. */
export async function deleteOldProofs({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - RETAINED);
  const old = db.orm
    .select({ id: poiClaims.id })
    .from(poiClaims)
    .where(and(ne(poiClaims.status, "pending"), lt(poiClaims.reviewedAt, end)));
  await db.orm.delete(t).where(and(inArray(t.claimId, old), isNull(t.confirmedAt)));
}
