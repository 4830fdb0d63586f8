import { lazy, type ReactNode, StrictMode, Suspense, useEffect, useState } from "react";
import { SignIn } from "../blocks/sign-in/sign-in.tsx";
import { STAFF_ACCOUNT } from "../blocks/staff/staff-account.ts";
import { BrandContext, type WebBrand } from "../lib/brand.ts";
import { ReadyContext } from "../lib/ready.ts";
import type { AccountKind } from "../lib/session/account-kind.ts";
import type { SignInName } from "../page-files.ts";
import { PARTNER_ACCOUNT } from "../routes/partner/partner-account.ts";
import { ManagerSignIn } from "../routes/partner-manager/sign-in.tsx";
import { OfflineNotice } from "../ui/offline/offline.tsx";
import { PartnerSignIn } from "./partner-sign-in.tsx";

/** Loaded after the form, which can be sent without it. */
const Toaster = lazy(() =>
  import("../ui/toaster/toaster.tsx").then((loaded) => ({ default: loaded.Toaster })),
);

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
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <StrictMode>
      <BrandContext value={brand}>
        <ReadyContext value={(part) => part === "page" && onReady?.()}>{FORMS[name](enter)}</ReadyContext>
        <OfflineNotice />
        <Suspense>{hydrated && <Toaster />}</Suspense>
      </BrandContext>
    </StrictMode>
  );
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
