import { eq } from "drizzle-orm";
import { unauthenticated } from "../../core/auth/authorize.ts";
import { hashNewPassword, refuseCommon } from "../../core/auth/check-password.ts";
import type { KeyedSemaphore } from "../../core/limits/keyed-semaphore.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import { record } from "../audit/service.ts";
import { postWelcome } from "./mails.ts";
import type { NewPartner } from "./schema.ts";
import { partners } from "./table.ts";

export type PartnerRow = typeof partners.$inferSelect;

export const principalOf = ({ id, businessName }: PartnerRow, sessionId: string): PartnerPrincipal => ({
  kind: "partner",
  id,
  name: businessName,
  sessionId,
});

/** Whose session a token is; null for nobody's. */
export async function partnerBySession(
  deps: Deps,
  token: string,
  quiet: boolean,
): Promise<PartnerPrincipal | null> {
  const session = await deps.sessions.partner.validate(token, deps.now(), quiet);
  if (!session) return null;
  const [partner] = await deps.db.orm.select().from(partners).where(eq(partners.id, session.userId));
  return partner ? principalOf(partner, session.id) : null;
}

/** The caller's own profile. Throws 401 where the account is gone. */
export async function ownProfile({ deps, principal }: ActionContext<PartnerPrincipal>): Promise<PartnerRow> {
  const [partner] = await deps.db.orm.select().from(partners).where(eq(partners.id, principal.id));
  if (!partner) throw unauthenticated();
  return partner;
}

/**
 * The account's row, held to the end of the transaction: what a partner sends, what is decided about it and its
 * deletion come one after the other. The first lock of all; a place comes next, then claims by id. Null where the
 * account is gone.
 */
export async function lockPartner(tx: Tx, id: string): Promise<PartnerRow | null> {
  const [row] = await tx.select().from(partners).where(eq(partners.id, id)).for("update");
  return row ?? null;
}

/** The same for the caller itself. Throws 401. */
export async function lockOwn(tx: Tx, { principal }: ActionContext<PartnerPrincipal>): Promise<PartnerRow> {
  const row = await lockPartner(tx, principal.id);
  if (!row) throw unauthenticated();
  return row;
}

/**
 * A new account, made by the business itself or by a manager; it waits to be verified. Throws 400 on a common
 * password and 409 where the address has an account. // contract 5 and 6
 */
export async function register(acting: ActionContext, input: NewPartner): Promise<PartnerRow> {
  const { email, businessName } = input;
  refuseCommon(input.password, [email, businessName]);
  return acting.deps.state.registrations(emailKey(email), () => create(acting, input));
}

declare module "../../core/rpc/context.ts" {
  interface State {
    /** One registration of an address at a time: the first is hashed and the rest find it taken. */
    readonly registrations: KeyedSemaphore;
  }
}

async function create(acting: ActionContext, { password, ...fields }: NewPartner): Promise<PartnerRow> {
  const { deps } = acting;
  const key = emailKey(fields.email);
  const [known] = await deps.db.orm
    .select({ id: partners.id })
    .from(partners)
    .where(eq(partners.emailKey, key));
  if (known) throw taken();
  const passwordHash = await hashNewPassword(deps, password, [fields.email, fields.businessName]);
  const now = deps.now();
  const values = { ...fields, id: randomId(), emailKey: key, passwordHash, createdAt: now, updatedAt: now };
  try {
    return await deps.db.transaction(async (tx) => {
      const [row] = await tx.insert(partners).values(values).returning();
      if (!row) throw new Error("an inserted partner did not come back");
      await postWelcome(tx, deps, row.email);
      await record(tx, acting, { subject: row.id, after: traceOf(row) });
      return row;
    });
  } catch (error) {
    if (violatedConstraint(error) === "partners_email_key_unique") throw taken(); // on another instance
    throw error;
  }
}

const taken = () => new DomainError("conflict", "An account with this email already exists"); // contract 5

/** What the audit log keeps: the business, not the person. */
export const traceOf = ({ businessName, isVerified }: PartnerRow) => ({ businessName, isVerified });
