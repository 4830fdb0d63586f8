import { createContext, use } from "react";
import type { z } from "zod";
import type { profile } from "../../../modules/partners/schema.ts";
import { type AccountKind, useAccountChange, useAccountSession } from "../../lib/session/account-session.ts";
import { UNRECOVERED } from "../../lib/session/recovery.ts";
import { useAccountWatch } from "../../lib/session/use-account-watch.ts";
import { PORTAL } from "./content.ts";

/** The signed-in partner. */
export type Partner = z.output<typeof profile>;

const KIND: AccountKind<Partner> = {
  key: "partner-session",
  over: PORTAL.sessionOver,
  idOf: ({ id }) => id,
  ask: (client) => client.partner.session.current.query(undefined, UNRECOVERED),
};

export const useSession = () => useAccountSession(KIND);
export const useSessionChange = () => useAccountChange(KIND);
export const useSessionWatch = () => useAccountWatch(KIND);

/** Where the names of a partner's drafts begin. */
export const draftsOf = ({ id }: Partner): string => `${KIND.key}:${id}:`;

export const PartnerContext = createContext<Partner | null>(null);

/** Only inside the portal, which is rendered for signed-in partners only. */
export function usePartner(): Partner {
  const partner = use(PartnerContext);
  if (!partner) throw new Error("No portal around this component");
  return partner;
}
