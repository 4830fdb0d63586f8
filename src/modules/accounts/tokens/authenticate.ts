import { and, eq, gt, isNull, lt, or } from "drizzle-orm";
import { countFailedLogin } from "../../../core/auth/check-password.ts";
import { FailedLogin } from "../../../core/auth/failed-login.ts";
import { tokenHashOf } from "../../../core/crypto/token-hash.ts";
import {
  actingAs,
  type Deps,
  type InvocationContext,
  type StaffPrincipal,
} from "../../../core/rpc/context.ts";
import { minutes } from "../../../shared/duration.ts";
import { recordFailedLogin } from "../../audit/public.ts";
import { staffUsers } from "../table.ts";
import { tokenPrincipal } from "./service.ts";
import { apiTokens, type TokenRow } from "./table.ts";
import { isToken } from "./token.ts";

const TOUCH_AFTER = minutes(1); // `lastUsedAt` is written at most this often
const CHALLENGE = { "WWW-Authenticate": 'Bearer error="invalid_token"' } as const;

/**
 * The owner of a token, with the role that the account has now. Throws 401 for a token that is wrong, expired or
 * revoked or whose owner is not active, all alike, and 429.
 */
export async function staffByToken(context: InvocationContext, sent: string): Promise<StaffPrincipal> {
  const { deps } = context;
  const found = isToken(sent) ? await findActive(deps, sent) : undefined;
  if (!found) return refuse(context);
  const { token, owner } = found;
  await recordUse(context, token);
  return tokenPrincipal(owner, token);
}

async function findActive({ db, now }: Deps, sent: string) {
  const [found] = await db.orm
    .select({ token: apiTokens, owner: staffUsers })
    .from(apiTokens)
    .innerJoin(staffUsers, eq(staffUsers.id, apiTokens.ownerId))
    .where(
      and(
        eq(apiTokens.tokenHash, tokenHashOf(sent)),
        gt(apiTokens.expiresAt, now()),
        eq(staffUsers.isActive, true),
      ),
    );
  return found;
}

/** The token is random enough to be looked up before the attempt is counted, so a valid one costs no counter. */
async function refuse(context: InvocationContext): Promise<never> {
  const locks = await countFailedLogin(context.deps, context.call);
  const refusal = new FailedLogin("This token is wrong, expired or revoked", null, locks, CHALLENGE);
  return recordFailedLogin(actingAs(context, { kind: "visitor" }), refusal);
}

async function recordUse({ deps, call }: InvocationContext, { id, lastUsedAt }: TokenRow): Promise<void> {
  const now = deps.now();
  const before = new Date(now.getTime() - TOUCH_AFTER);
  if (lastUsedAt !== null && lastUsedAt > before) return;
  await deps.db.orm
    .update(apiTokens)
    .set({ lastUsedAt: now, lastUsedAddress: call.address })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))));
}
