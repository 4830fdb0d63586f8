import { eq } from "drizzle-orm";
import type { Acting, Deps, PartnerPrincipal } from "../../core/context.ts";
import { unauthenticated } from "../../core/guard.ts";
import { partners } from "./table.ts";

/** Whose session a token is; null for nobody's. */
export async function partnerBySession(
  deps: Deps,
  token: string,
  quiet: boolean,
): Promise<PartnerPrincipal | null> {
  const session = await deps.sessions.partner.validate(token, deps.now(), quiet);
  if (!session) return null;
  const [partner] = await deps.db.orm
    .select({ id: partners.id, name: partners.businessName })
    .from(partners)
    .where(eq(partners.id, session.userId));
  return partner ? { kind: "partner", ...partner, sessionId: session.id } : null;
}

/** The caller's own profile. Throws 401 where the account is gone. */
export async function ownProfile({ deps, principal }: Acting<PartnerPrincipal>) {
  const [partner] = await deps.db.orm.select().from(partners).where(eq(partners.id, principal.id));
  if (!partner) throw unauthenticated();
  return partner;
}
