import type { z } from "zod";
import { PORTAL } from "../../../copy/en/partner.ts";
import type { profile } from "../../../modules/partners/schema.ts";
import { client } from "../../lib/client.ts";
import type { AccountKind } from "../../lib/session/account-kind.ts";

/** The signed-in partner. */
export type Partner = z.output<typeof profile>;

export const PARTNER_ACCOUNT: AccountKind<Partner> = {
  key: "partner-session",
  over: PORTAL.sessionOver,
  idOf: ({ id }) => id,
  ask: () => client.partner.session.current.query(),
};

export const AUTH_TABS = ["login", "register"] as const;
/** The tabs, and the form for a forgotten password in their place. */
export const AUTH_VIEWS = [...AUTH_TABS, "forgot"] as const;
export type AuthView = (typeof AUTH_VIEWS)[number];
