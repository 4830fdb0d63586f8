import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { endLinks } from "../../mail/public.ts";

/** Links that set a password: an invitation is the first choice of one. */
export const SETS_PASSWORD = ["partner-reset-password", "partner-invitation"] as const;

/** Ends the links that someone who knew the old password may have asked for. */
export const endPasswordLinks = (tx: Tx, deps: Deps, partnerId: string): Promise<void> =>
  endLinks(tx, deps, partnerId, [...SETS_PASSWORD, "partner-change-email"]);
