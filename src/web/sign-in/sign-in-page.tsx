import { Component, type ComponentType, type ReactNode, StrictMode, useEffect, useState } from "react";
import { SignIn } from "../blocks/sign-in/sign-in.tsx";
import { STAFF_ACCOUNT } from "../blocks/staff/staff-account.ts";
import { BrandContext, type WebBrand } from "../lib/brand.ts";
import { ReadyContext } from "../lib/ready.ts";
import type { AccountKind } from "../lib/session/account-kind.ts";
import type { SignInName } from "../page-files.ts";
import { PARTNER_ACCOUNT } from "../routes/partner/partner-account.ts";
import { ManagerSignIn } from "../routes/partner-manager/sign-in.tsx";
import { OfflineNotice } from "../ui/offline/offline.tsx";
import { FailedPage } from "../ui/page/page.tsx";
import { PartnerSignIn } from "./partner-sign-in.tsx";

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
export function SignInPage({ name, brand, enter, onReady }: SignInPageProps) {
  const Toaster = useToaster();
  return (
    <StrictMode>
      <BrandContext value={brand}>
        <ReadyContext value={(part) => part === "page" && onReady?.()}>
          <Boundary>{FORMS[name](enter)}</Boundary>
        </ReadyContext>
        <OfflineNotice />
        {Toaster && <Toaster />}
      </BrandContext>
    </StrictMode>
  );
}

/** Loaded after the form, which can be sent without it; without a connection, once that is back. */
function useToaster(): ComponentType | null {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const ends = new AbortController();
    const load = (): Promise<void> =>
      import("../ui/toaster/toaster.tsx").then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => addEventListener("online", () => void load(), { once: true, signal: ends.signal }),
      );
    void load();
    return () => ends.abort();
  }, []);
  return Toaster;
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
