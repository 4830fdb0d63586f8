import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { lockPlace } from "../places/public.ts";
import { appendRecord } from "./append.ts";

/** The owner's own statement about a new place, such as the name of a certificate that it has. */
export async function recordOwnerStatement(
  tx: Tx,
  deps: Deps,
  poiId: string,
  statement: { readonly partnerId: string; readonly text: string },
): Promise<void> {
  const place = await lockPlace(tx, poiId);
  if (!place || place.category === "mosque") return;
  const by = { source: "owner", byId: statement.partnerId } as const;
  await appendRecord(tx, deps, place, { kind: "statement", note: statement.text, ...by });
}
