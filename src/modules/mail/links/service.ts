import { randomBytes, randomInt } from "node:crypto";
import { and, desc, eq, gt, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { LOGIN_LIMITS, reserveAttempt } from "../../../core/auth/login-throttle.ts";
import { tokenHashOf } from "../../../core/crypto/token-hash.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Orm, Tx } from "../../../db/client.ts";
import { days, minutes, wholeSeconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { emailKey } from "../../../shared/fields.ts";
import { randomId } from "../../../shared/id.ts";
import { type LinkKind, oneTimeLinks as t } from "./table.ts";

const MAIL_INTERVAL = minutes(10);
const MAILS_A_DAY = 5;
const TOKEN_BYTES = 32;

interface NewLink {
  readonly kind: LinkKind;
  /** The account's id; null for an address without one, which takes the same time and makes no usable link. */
  readonly ownerId: string | null;
  /** The address that the link is mailed to. */
  readonly email: string;
  /** Handed over by staff, or mailed because a link was used: the limits of mails do not hold. */
  readonly unlimited?: boolean;
  /** What the link changes, such as a new address. */
  readonly data?: Readonly<Record<string, string>>;
}

interface IssuedLink {
  /** 43 characters of `A-Za-z0-9_-`. */
  readonly token: string;
  /** Six digits that `redeemCode` accepts for the same. */
  readonly code: string;
}

/**
 * Makes a link that works once and replaces earlier ones of its kind. Returns null if the address has been sent one
 * less than ten minutes ago or five within a day; the earlier link then stays valid.
 */
export async function issueLink(tx: Tx, deps: Deps, link: NewLink): Promise<IssuedLink | null> {
  const { kind, ownerId, email, unlimited = false, data = {} } = link;
  const { lifetime, single } = RULES[kind];
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const now = deps.now();
  const slot = single ? deps.encryption.keyedHash("link-slot", `${kind}:${emailKey(email)}`) : randomId();
  const values = {
    kind,
    ownerId,
    tokenHash: tokenHashOf(token),
    codeHash: codeHashes(deps, kind, ownerId ?? slot, code)[0],
    data: ownerId === null ? {} : data, // nothing is kept about an address without an account
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetime),
    usedAt: null,
  };
  const dayIsOver = lte(t.dayStartedAt, new Date(now.getTime() - days(1)));
  const issued = await tx
    .insert(t)
    .values({ ...values, slot, issued: 1, dayStartedAt: now })
    .onConflictDoUpdate({
      target: t.slot,
      set: {
        ...values,
        issued: sql`case when ${dayIsOver} then 1 else ${t.issued} + 1 end`,
        dayStartedAt: sql`case when ${dayIsOver} then excluded.day_started_at else ${t.dayStartedAt} end`,
      },
      setWhere: sql`${unlimited} or ${lte(t.createdAt, new Date(now.getTime() - MAIL_INTERVAL))}
        and (${dayIsOver} or ${lt(t.issued, MAILS_A_DAY)})`,
    })
    .returning({ slot: t.slot });
  const isIssued = issued.length === 1;
  // also for an unknown or recently mailed address, where it finds nothing, so that all take the same time
  const owner = isIssued && ownerId !== null ? ownerId : slot;
  if (single) await end(tx, deps, and(eq(t.kind, kind), eq(t.ownerId, owner), ne(t.slot, slot)));
  return isIssued ? { token, code } : null;
}

/** Takes the place of the token in a mail that is written and discarded for equal time. */
export const UNISSUED_TOKEN = "-".repeat(43);

interface RedeemedLink {
  readonly kind: LinkKind;
  readonly ownerId: string;
  readonly data: Readonly<Record<string, string>>;
  readonly issuedAt: Date;
}

/** One kind, or several that the same page accepts. */
type Kinds = LinkKind | readonly LinkKind[];
const listOf = (kinds: Kinds): readonly LinkKind[] => (typeof kinds === "string" ? [kinds] : kinds);

/**
 * Uses a link. Of several uses at the same time one succeeds; a use whose transaction rolls back does not count.
 * Throws 400 on an expired, used or forged token and on one of another kind.
 */
export async function redeemLink(tx: Tx, deps: Deps, kinds: Kinds, token: string): Promise<RedeemedLink> {
  const used = await redeem(
    tx,
    deps,
    and(inArray(t.kind, [...listOf(kinds)]), eq(t.tokenHash, tokenHashOf(token))),
  );
  if (!used) throw linkExpired();
  return used;
}

/**
 * Uses a link by its six digits, which only the signed-in account can do. Count the guess first, with
 * `countCodeAttempt`. Throws 400.
 */
export async function redeemCode(
  tx: Tx,
  deps: Deps,
  kinds: Kinds,
  ownerId: string,
  code: string,
): Promise<RedeemedLink> {
  const ofKind = listOf(kinds).map((kind) =>
    and(eq(t.kind, kind), inArray(t.codeHash, [...codeHashes(deps, kind, ownerId, code)])),
  );
  const used = await redeem(tx, deps, and(eq(t.ownerId, ownerId), or(...ofKind)));
  if (!used) throw new DomainError("invalid", "This code is incorrect or has expired");
  return used;
}

/** Whose valid link a token is, without using it; null if it is none. */
export async function ownerOfLink(
  orm: Orm | Tx,
  { now }: Deps,
  kind: LinkKind,
  token: string,
): Promise<string | null> {
  const valid = and(eq(t.kind, kind), isNull(t.usedAt), gt(t.expiresAt, now()));
  const [link] = await orm
    .select({ ownerId: t.ownerId })
    .from(t)
    .where(and(valid, eq(t.tokenHash, tokenHashOf(token))));
  return link?.ownerId ?? null;
}

/** Counts a guess of a code before it is checked. Throws 429. Not part of a transaction, which could roll it back. */
export async function countCodeAttempt(deps: Deps, kind: LinkKind, ownerId: string): Promise<void> {
  const key = `link-code:${kind}:${ownerId}`;
  await reserveAttempt(deps.db, [{ key, rule: LOGIN_LIMITS.code, kind: "code" }], deps.now());
}

async function redeem(tx: Tx, deps: Deps, which: SQL | undefined): Promise<RedeemedLink | null> {
  const now = deps.now();
  const [used] = await tx
    .update(t)
    .set({ usedAt: now })
    .where(and(which, isNull(t.usedAt), gt(t.expiresAt, now)))
    .returning({ kind: t.kind, ownerId: t.ownerId, data: t.data, issuedAt: t.createdAt });
  return used && used.ownerId !== null ? { ...used, ownerId: used.ownerId } : null;
}

/** Ends an account's unused links, of these kinds or all. */
export function endLinks(tx: Tx, deps: Deps, ownerId: string, kinds?: readonly LinkKind[]): Promise<void> {
  const ofKinds = kinds === undefined ? undefined : inArray(t.kind, [...kinds]);
  return end(tx, deps, and(eq(t.ownerId, ownerId), ofKinds));
}

/** Ends an account's unused links of these kinds that were issued at `time` or later. */
export function endLinksSince(
  tx: Tx,
  deps: Deps,
  ownerId: string,
  kinds: readonly LinkKind[],
  time: Date,
): Promise<void> {
  return end(tx, deps, and(eq(t.ownerId, ownerId), inArray(t.kind, [...kinds]), gte(t.createdAt, time)));
}

/** The rows stay, without their data, because they count toward the limit of mails. */
async function end(tx: Tx, deps: Deps, which: SQL | undefined): Promise<void> {
  await tx
    .update(t)
    .set({ usedAt: deps.now(), data: {} })
    .where(and(which, isNull(t.usedAt)));
}

/** Deletes links a day after their end: until then they count toward the limit of mails. */
export async function deleteExpiredLinks({ db, now }: Deps): Promise<void> {
  await db.orm.delete(t).where(lt(t.expiresAt, new Date(now().getTime() - days(1))));
}

/** The same for an expired, used, forged and another kind's link. */
export const linkExpired = () => new DomainError("invalid", "This link has expired or was used already");

/** For callers to whom it may be said: an address was sent its share of links. */
export const mailedRecently = ({ ports }: Deps) =>
  new DomainError("rateLimited", ports.mailer === null ? LINK_WAITS : LINK_MAILED, {
    retryAfter: wholeSeconds(MAIL_INTERVAL),
  });
const LINK_MAILED = "We mailed this address a short while ago. Please look for that message.";
/** No mail can go out, so that nothing has been mailed. */
const LINK_WAITS = "A link was made for this address a short while ago. Please try again in ten minutes.";

/** The hashes by which a code may be stored; a new one is the first. */
const codeHashes = ({ encryption }: Deps, kind: LinkKind, ownerId: string, code: string) =>
  encryption.keyedHashes("link-code", `${kind}:${ownerId}:${code}`);

interface LinkRule {
  /** In milliseconds. */
  readonly lifetime: number;
  /** One link of an account is valid at a time, and an address is mailed at most one in ten minutes and five a day. */
  readonly single: boolean;
}

/** docs/limits.md */
const RULES: Readonly<Record<LinkKind, LinkRule>> = {
  "partner-confirm-email": { lifetime: days(1), single: true },
  "partner-reset-password": { lifetime: minutes(30), single: true },
  "partner-invitation": { lifetime: days(7), single: true },
  "partner-colleague": { lifetime: days(7), single: false }, // of an invitation, which several businesses may send
  "partner-change-email": { lifetime: days(1), single: true },
  "partner-undo-email": { lifetime: days(7), single: false }, // each of several old addresses can undo
  "partner-lock": { lifetime: days(7), single: false },
  "staff-invitation": { lifetime: days(7), single: false },
  "staff-reset-password": { lifetime: minutes(30), single: true },
  "staff-lockdown": { lifetime: days(1), single: false }, // handed over, not mailed
  "staff-lock": { lifetime: days(7), single: false },
  "staff-invitation-mail": { lifetime: days(1), single: true }, // only its limits, as for the next one
  "issuer-answer": { lifetime: days(60), single: false },
  "supplier-confirm": { lifetime: days(30), single: false },
  "person-link": { lifetime: days(1), single: true }, // only its limits: the link itself has no row
};

/** What the account's newest valid link of a kind would change; null if it has none. */
export async function dataOfValidLink({ db, now }: Deps, ownerId: string, kind: LinkKind) {
  const valid = and(eq(t.ownerId, ownerId), eq(t.kind, kind), isNull(t.usedAt), gt(t.expiresAt, now()));
  const [link] = await db.orm
    .select({ data: t.data })
    .from(t)
    .where(valid)
    .orderBy(desc(t.createdAt))
    .limit(1);
  return link?.data ?? null;
}
