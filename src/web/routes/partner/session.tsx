import { createContext, use } from "react";
import { PORTAL } from "../../../copy/en/partner.ts";
import { Page } from "../../kit/page/page.tsx";
import { Skeleton } from "../../kit/page/states.tsx";
import { Wordmark } from "../../kit/site/top-bar.tsx";
import { useAccountChange, useAccountSession, useAccountWatch } from "../../lib/session/account-session.ts";
import { PARTNER_ACCOUNT, type Partner } from "./partner-account.ts";

export const useSession = () => useAccountSession(PARTNER_ACCOUNT);
export const useSessionChange = () => useAccountChange(PARTNER_ACCOUNT);
export const useSessionWatch = () => useAccountWatch(PARTNER_ACCOUNT);

/** Where the names of a partner's drafts begin. */
export const draftsOf = ({ person }: Partner): string => `${PARTNER_ACCOUNT.key}:${person.id}:`;

export const PartnerContext = createContext<Partner | null>(null);

/** Only inside the portal, which is rendered for signed-in partners only. */
export function usePartner(): Partner {
  const partner = use(PartnerContext);
  if (!partner) throw new Error("No portal around this component");
  return partner;
}

/** Whether the person speaks for the business, and whether the person owns it; the server asks the same. */
export function useRights() {
  const { role } = usePartner().person;
  return { manages: role !== "editor", owns: role === "owner" } as const;
}

const Bar = () => (
  <header className="portal-bar">
    <div className="wrap">
      <Wordmark />
    </div>
  </header>
);

/** A placeholder for the portal while the session loads. */
export function Checking() {
  return (
    <div className="portal">
      <Page title={PORTAL.title} banner={<Bar />}>
        <div className="pending" data-late />
        <div className="portal-screen">
          <h1>{PORTAL.title}</h1>
          <div className="portal-checking">
            <Skeleton rows={5} label={PORTAL.checking} />
          </div>
        </div>
      </Page>
    </div>
  );
}
