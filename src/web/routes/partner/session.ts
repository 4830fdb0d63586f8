import { createContext, use } from "react";
import { useAccountChange, useAccountSession, useAccountWatch } from "../../lib/session/account-session.ts";
import { PARTNER_ACCOUNT, type Partner } from "./partner-account.ts";

export const useSession = () => useAccountSession(PARTNER_ACCOUNT);
export const useSessionChange = () => useAccountChange(PARTNER_ACCOUNT);
export const useSessionWatch = () => useAccountWatch(PARTNER_ACCOUNT);

/** Where the names of a partner's drafts begin. */
export const draftsOf = ({ id }: Partner): string => `${PARTNER_ACCOUNT.key}:${id}:`;

export const PartnerContext = createContext<Partner | null>(null);

/** Only inside the portal, which is rendered for signed-in partners only. */
export function usePartner(): Partner {
  const partner = use(PartnerContext);
  if (!partner) throw new Error("No portal around this component");
  return partner;
}
