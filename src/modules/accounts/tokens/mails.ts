import type { Tx } from "../../../db/client.ts";
import { type NoticeContext, postNotice } from "../../mail/notices/service.ts";
import type { StaffRow } from "../table.ts";
import type { TokenRow } from "./table.ts";

/** Tells the owner that there is a new API token, by which someone who took over a session could keep access. */
export function postTokenMade(tx: Tx, ctx: NoticeContext, owner: StaffRow, token: TokenRow): Promise<void> {
  const { name, scopes, expiresAt } = token;
  const day = expiresAt.toISOString().slice(0, 10);
  const text = [
    `A new API token was made for ${owner.username}: "${name}". Until ${day} it may use ${scopes.join(", ")}.`,
  ];
  const notice = { kind: "staff-token-made", subject: "A new API token for your account", text } as const;
  return postNotice(tx, ctx, { kind: "staff", id: owner.id, email: owner.email }, notice);
}
