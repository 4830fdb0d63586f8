import { eq } from "drizzle-orm";
import type { Deps, PartnerPrincipal } from "../../core/context.ts";
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
