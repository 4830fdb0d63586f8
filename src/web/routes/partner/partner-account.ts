import type { z } from "zod";
import { PORTAL } from "../../../copy/en/partner.ts";
import type { Person } from "../../../modules/partners/people/schema.ts";
import type { profile } from "../../../modules/partners/schema.ts";
import { client } from "../../lib/client.ts";
import type { AccountKind } from "../../lib/session/account-kind.ts";

export type Business = z.output<typeof profile>;
/** The signed-in person with the business. */
export type Partner = Business & { readonly person: Person };

export const PARTNER_ACCOUNT: AccountKind<Partner> = {
  key: "partner-session",
  over: PORTAL.sessionOver,
  idOf: ({ person }) => person.id,
  async ask() {
    const { session, people } = client.partner;
    const [business, person] = await Promise.all([session.current.query(), people.me.query()]);
    return { ...business, person };
  },
};

export const AUTH_TABS = ["login", "register"] as const;
/** The tabs, and the form for a forgotten password in their place. */
export const AUTH_VIEWS = [...AUTH_TABS, "forgot"] as const;
export type AuthView = (typeof AUTH_VIEWS)[number];
