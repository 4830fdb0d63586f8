import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import type { Page } from "../../../shared/listing.ts";
import type { StaffRole, TokenScope } from "../../../shared/people/accounts.ts";
import { usernameKey } from "../authenticate.ts";
import { staffUsers } from "../table.ts";
import type { ApiToken, tokenList } from "./schema.ts";
import { apiTokens, type TokenRow } from "./table.ts";

declare module "../../../core/rpc/context.ts" {
  interface State {
    /** The REST calls that a token with these scopes opens for an account with this role. */
    readonly callsOfToken: (scopes: readonly TokenScope[], role: StaffRole) => string[];
  }
}

interface Owner {
  readonly username: string;
  readonly role: StaffRole;
}

/** A token as it is listed: without its hash. */
export function toApiToken({ state }: Deps, row: TokenRow, { username, role }: Owner): ApiToken {
  const { ownerId: _, tokenHash: __, scopes, ...fields } = row;
  return { ...fields, scopes: [...scopes], username, calls: state.callsOfToken(scopes, role) };
}

const NEWEST = newestFirst(apiTokens.createdAt, (row: TokenRow) => row.createdAt);

/** The caller's tokens, newest first; for an operator those of `username` or of all accounts. */
export async function listTokens(
  { deps, principal }: ActionContext<StaffActor>,
  { username, ...input }: z.output<typeof tokenList>,
): Promise<Page<ApiToken>> {
  const { orm } = deps.db;
  const named = orm.select({ id: staffUsers.id }).from(staffUsers);
  const ofName = named.where(eq(staffUsers.usernameKey, usernameKey(username)));
  const ofOperator = username === "" ? undefined : inArray(apiTokens.ownerId, ofName);
  const where = principal.kind === "staff" ? eq(apiTokens.ownerId, principal.id) : ofOperator;
  const page = await readPage(orm, { table: apiTokens, sorting: NEWEST, where, input });
  const ids = page.items.map(({ ownerId }) => ownerId);
  const owners = await orm.select().from(staffUsers).where(inArray(staffUsers.id, ids));
  const items = page.items.flatMap((row) => {
    const owner = owners.find(({ id }) => id === row.ownerId);
    return owner ? [toApiToken(deps, row, owner)] : [];
  });
  return { ...page, items };
}
