import { Component, type ReactNode, StrictMode, useEffect, useState } from "react";
import { LateToaster } from "../kit/page/late-toaster.tsx";
import { OfflineNotice } from "../kit/page/offline.tsx";
import { FailedPage, ReadyContext } from "../kit/page/page.tsx";
import { SignIn } from "../kit/sign-in/sign-in.tsx";
import { STAFF_ACCOUNT } from "../kit/staff/staff-account.ts";
import { BrandContext, type WebBrand } from "../lib/brand.ts";
import type { AccountKind, Enter } from "../lib/session/account-kind.ts";
import type { SignInName } from "../page-files.ts";
import { AuthTabs } from "../routes/partner/auth/auth-tabs.tsx";
import {
  AUTH_VIEWS,
  type AuthView,
  PARTNER_ACCOUNT,
  type Partner,
} from "../routes/partner/partner-account.ts";
import { ManagerSignIn } from "../routes/partner-manager/sign-in.tsx";

/** Loads the session that a login has just opened, and then the app. Null if the browser kept no session. */
type EnterApp = <Who>(kind: AccountKind<Who>) => Promise<Who | null>;

interface SignInPageProps {
  readonly name: SignInName;
  readonly brand: WebBrand;
  readonly enter: EnterApp;
  /** Called once the form is interactive. */
  readonly onReady?: () => void;
}

/** A page with a sign-in and without the app: rendered to a string by the build, hydrated by the browser. */
export function SignInPage({ name, brand, enter, onReady = () => undefined }: SignInPageProps) {
  return (
    <StrictMode>
      <BrandContext value={brand}>
        <ReadyContext value={onReady}>
          <Boundary>{FORMS[name](enter)}</Boundary>
        </ReadyContext>
        <OfflineNotice />
        <LateToaster />
      </BrandContext>
    </StrictMode>
  );
}

/** The registration is loaded on demand, which can fail. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render(): ReactNode {
    return this.state.failed ? <FailedPage /> : this.props.children;
  }
}

const FORMS: Readonly<Record<SignInName, (enter: EnterApp) => ReactNode>> = {
  staff: (enter) => <SignIn why={null} enter={() => enter(STAFF_ACCOUNT)} />,
  manager: (enter) => <ManagerSignIn why={null} enter={() => enter(STAFF_ACCOUNT)} />,
  partner: (enter) => <PartnerSignIn enter={() => enter(PARTNER_ACCOUNT)} />,
};

/** What each form signs in to. */
export const ACCOUNTS = {
  staff: STAFF_ACCOUNT,
  manager: STAFF_ACCOUNT,
  partner: PARTNER_ACCOUNT,
} as const satisfies Record<SignInName, object>;

/** The partners' sign-in and registration, with the current tab in the URL as in the app. */
function PartnerSignIn({ enter }: { readonly enter: Enter<Partner> }) {
  const [tab, setTab] = useState<AuthView>("login");
  useEffect(() => {
    const ends = new AbortController();
    addEventListener("popstate", () => setTab(tabOf(location.search)), { signal: ends.signal });
    return () => ends.abort();
  }, []);
  function select(next: AuthView, replace = false): void {
    window.history[replace ? "replaceState" : "pushState"](null, "", hrefOf(next));
    setTab(next);
  }
  return <AuthTabs why={null} tab={tab} hrefOf={hrefOf} onSelect={select} enter={enter} />;
}

function tabOf(search: string): AuthView {
  const tab = new URLSearchParams(search).get("tab");
  return AUTH_VIEWS.find((each) => each === tab) ?? "login";
}

/** Keeps where the sign-in leads. The build renders it without a location. */
function hrefOf(tab: AuthView): string {
  const search = new URLSearchParams(typeof location === "undefined" ? "" : location.search);
  search.delete("tab");
  if (tab !== "login") search.set("tab", tab);
  return `/partner/auth${search.size > 0 ? `?${search}` : ""}`;
}
