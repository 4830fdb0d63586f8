import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { z } from "zod";
import { clearLoginAttempts, hashNewPassword, rejectListedPassword } from "../../core/auth/check-password.ts";
import { endOwnSession, listOwnSessions } from "../../core/auth/session-actions.ts";
import type { KeyedSemaphore } from "../../core/limits/keyed-semaphore.ts";
import { type ActionContext, actingAs, type Deps, type PartnerPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { days } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import { record, skipAuditCheck } from "../audit/public.ts";
import { issueLink } from "../mail/public.ts";
import { isMailboxFull, notifyOwner, postTriedAgain, postVerified, postWelcome } from "./mails.ts";
import {
  lockOwnAccount,
  lockOwnPerson,
  lockPartner,
  lockPerson,
  noSuchPartner,
  type PartnerRow,
  type PersonRow,
  personByIdOrEmail,
  principalOf,
  profileOf,
} from "./queries.ts";
import { type NewPartner, partner, profile, type updateInput, type updateOwnInput } from "./schema.ts";
import { currentPartners, currentPeople, partnerPeople, partners } from "./table.ts";

/**
 * Creates an unverified business with its first owner, for the owner or a manager. Throws 400 on a weak password and 409 if
 * the address already has an account.
 */
export async function register(ctx: ActionContext, input: NewPartner): Promise<PartnerRow> {
  rejectListedPassword(input.password);
  return ctx.deps.state.registrations(emailKey(input.email), () => create(ctx, input));
}

declare module "../../core/rpc/context.ts" {
  interface State {
    /** Only the first of parallel registrations of one address hashes a password; the others find it taken. */
    readonly registrations: KeyedSemaphore;
  }
}

async function create(ctx: ActionContext, { password, ...fields }: NewPartner): Promise<PartnerRow> {
  const { deps } = ctx;
  const key = emailKey(fields.email);
  const [known] = await deps.db.orm
    .select({ id: currentPeople.id })
    .from(currentPeople)
    .where(eq(currentPeople.emailKey, key));
  if (known) {
    if (ctx.principal.kind === "visitor") await tellOwner(deps, known.id);
    throw addressTaken();
  }
  const passwordHash = await hashNewPassword(deps, password, null);
  const account = { ...fields, passwordHash };
  return withUniqueAddress(() => deps.db.transaction((tx) => registerIn(tx, ctx, account)));
}

async function registerIn(tx: Tx, ctx: ActionContext, account: NewAccount): Promise<PartnerRow> {
  const { deps } = ctx;
  const row = await insertBusiness(tx, deps, account);
  const { id: ownerId, email } = row;
  const link = await issueLink(tx, deps, { kind: "partner-confirm-email", ownerId, email });
  // strangers could fill an address's mailbox by registering and deleting it over and over
  const isTooMany = link === null || (await isMailboxFull(tx, deps, email));
  if (!isTooMany || ctx.principal.kind !== "visitor") await postWelcome(tx, deps, email, link);
  await record(tx, ctx, { subject: row.id, after: auditFields(row) });
  return row;
}

export interface NewAccount extends Pick<PartnerRow, "email" | "businessName" | "contactName" | "phone"> {
  readonly passwordHash: string;
}

/** Inserts a business with its first person, an owner. Call it in `withUniqueAddress`. */
export async function insertBusiness(tx: Tx, deps: Deps, account: NewAccount): Promise<PartnerRow> {
  const { email, passwordHash, ...business } = account;
  const now = deps.now();
  const made = { id: randomId(), createdAt: now, updatedAt: now };
  await tx.insert(partners).values({ ...business, ...made });
  await tx.insert(partnerPeople).values({
    ...made,
    ...{ partnerId: made.id, name: business.contactName, role: "owner", leads: true },
    ...{ email, emailKey: emailKey(email), passwordHash },
  });
  return currentPartner(tx, made.id);
}

/** A business that the caller has locked or just written. */
async function currentPartner(tx: Tx, id: string): Promise<PartnerRow> {
  const [row] = await tx.select().from(currentPartners).where(eq(currentPartners.id, id));
  if (!row) throw new Error("a business has no person to write to");
  return row;
}

/** Runs a transaction that sets an address. Throws 409 if another account has it. */
export async function withUniqueAddress<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (violatedConstraint(error) === "partner_people_email_key_unique") throw addressTaken();
    throw error;
  }
}

const TELL_AGAIN_AFTER = days(1);

/** Mails an account's owner, once a day, that someone tried to register its address. */
async function tellOwner(deps: Deps, id: string): Promise<void> {
  const now = deps.now();
  const isDue = or(
    isNull(partnerPeople.triedAgainAt),
    lte(partnerPeople.triedAgainAt, new Date(now.getTime() - TELL_AGAIN_AFTER)),
  );
  await deps.db.transaction(async (tx) => {
    const [due] = await tx
      .update(partnerPeople)
      .set({ triedAgainAt: now })
      .where(and(eq(partnerPeople.id, id), isDue))
      .returning({ email: partnerPeople.email });
    if (due) await postTriedAgain(tx, deps, due.email);
  });
}

/** Changes the names and phone number of the caller's business. Throws 409 if it changed after `updatedAt`. */
export function updateOwn(
  ctx: ActionContext<PartnerPrincipal>,
  { updatedAt: readAt, ...change }: z.output<typeof updateOwnInput>,
): Promise<z.input<typeof profile>> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnAccount(tx, ctx);
    const person = await lockOwnPerson(tx, ctx);
    if (hasChangedSince(readAt, before.updatedAt)) throw editConflict(await profileOf(tx, person));
    const updatedAt = nextUpdatedAt(deps.now(), before.updatedAt);
    await tx
      .update(partners)
      .set({ ...change, updatedAt })
      .where(eq(partners.id, before.id));
    const after = await currentPartner(tx, before.id);
    const contactChanged = after.contactName !== before.contactName || after.phone !== before.phone;
    await record(tx, ctx, {
      subject: after.id,
      before: auditFields(before),
      after: { ...auditFields(after), ...(contactChanged && { contactChanged }) },
    });
    return profileOf(tx, person);
  });
}

/** Carries the current profile, so that the editor can compare. */
const editConflict = (current: z.input<typeof profile>) =>
  new DomainError("conflict", "Your account was changed meanwhile. Please look at it again.", {
    facts: { current: profile.parse(current) },
  });

type Change = Omit<z.output<typeof updateInput>, "id" | "updatedAt">;

/** Updates a partner, except for its address. Throws 404, and 409 if it changed after `updatedAt`. */
export function update(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt: readAt, ...change }: z.output<typeof updateInput>,
): Promise<PartnerRow> {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockByIdOrEmail(tx, id);
    if (hasChangedSince(readAt, before.updatedAt)) throw changedByOther("partner", partner.parse(before));
    return applyChange(tx, ctx, before, change);
  });
}

/** Marks a partner as verified. Throws 404. */
export function verify(ctx: ActionContext<StaffActor>, id: string): Promise<PartnerRow> {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockByIdOrEmail(tx, id);
    const { businessName, contactName, phone } = before;
    return applyChange(tx, ctx, before, { businessName, contactName, phone, isVerified: true });
  });
}

/** Ends the locks that failed logins have begun for a person of a business. Throws 404. */
export function unlock(ctx: ActionContext<StaffActor>, id: string): Promise<PartnerRow> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const person = await lockPersonByIdOrEmail(tx, id);
    await clearLoginAttempts(tx, deps, "partner", person.emailKey);
    await record(tx, ctx, { subject: person.partnerId, after: { unlocked: true } });
    return currentPartner(tx, person.partnerId);
  });
}

async function applyChange(
  tx: Tx,
  ctx: ActionContext<StaffActor>,
  before: PartnerRow,
  { isVerified = before.isVerified, ...fields }: Change,
): Promise<PartnerRow> {
  const { deps } = ctx;
  const updatedAt = nextUpdatedAt(deps.now(), before.updatedAt);
  await tx
    .update(partners)
    .set({ ...fields, isVerified, updatedAt })
    .where(eq(partners.id, before.id));
  const after = await currentPartner(tx, before.id);
  if (after.isVerified && !before.isVerified) await postVerified(tx, deps, after.email);
  const contactChanged = after.contactName !== before.contactName || after.phone !== before.phone;
  await record(tx, ctx, {
    subject: after.id,
    before: auditFields(before),
    after: { ...auditFields(after), ...(contactChanged && { contactChanged }) },
  });
  return after;
}

/** Locks a business by its id or the address of one of its people. Throws 404. */
export async function lockByIdOrEmail(tx: Tx, id: string): Promise<PartnerRow> {
  const row = await lockPartner(tx, (await personByIdOrEmail(tx, id)).partnerId);
  if (!row) throw noSuchPartner();
  return row;
}

/** Locks the account of `personByIdOrEmail`. Throws 404. */
export async function lockPersonByIdOrEmail(tx: Tx, id: string): Promise<PersonRow> {
  const row = await lockPerson(tx, (await personByIdOrEmail(tx, id)).id);
  if (!row) throw noSuchPartner();
  return row;
}

/** The business, but no personal data. */
export const auditFields = ({
  businessName,
  isVerified,
}: Pick<PartnerRow, "businessName" | "isVerified">) => ({ businessName, isVerified });

export const addressTaken = () => new DomainError("conflict", "An account with this email already exists");

type Ctx = ActionContext<StaffActor>;

/** The sessions of a person of a business, last seen first. Throws 404. */
export const listSessionsOf = async (ctx: Ctx, id: string) =>
  listOwnSessions(ownContext(ctx, await personByIdOrEmail(ctx.deps.db.orm, id)));

/** Ends one session of a person, who is told by mail. Throws 404, also on a session of another account. */
export async function endSessionOf(
  ctx: Ctx,
  { id, session }: { readonly id: string; readonly session: string },
) {
  const row = await personByIdOrEmail(ctx.deps.db.orm, id);
  return endOwnSession(ownContext(ctx, row), session, async (tx) => {
    await notifyOwner(tx, ctx, row, "sessionsEnded");
    await record(tx, ctx, { subject: row.partnerId });
  });
}

/** Ends all sessions of a person, who is told by mail if there were any. Throws 404. */
export function endSessionsOf(ctx: Ctx, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const row = await lockPersonByIdOrEmail(tx, id);
    const { length: ended } = await deps.sessions.partner.endAll(tx, row.id);
    if (ended > 0) await notifyOwner(tx, ctx, row, "sessionsEnded");
    if (ended > 0) await record(tx, ctx, { subject: row.partnerId, after: { ended } });
    else skipAuditCheck(ctx);
    return { success: true as const };
  });
}

/** The context of that person, without a session. */
const ownContext = (ctx: Ctx, row: PersonRow): ActionContext<PartnerPrincipal> =>
  actingAs(ctx, principalOf(row, row.name, { id: "", authenticatedAt: ctx.deps.now() }));
