import { Navigate, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Wordmark } from "../../../blocks/wordmark/wordmark.tsx";
import { Card } from "../../../ui/card/card.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { Tabs } from "../../../ui/tabs/tabs.tsx";
import { AUTH } from "../auth-content.ts";
import { Checking } from "../checking.tsx";
import { LoginForm } from "../login-form.tsx";
import { AUTH_TABS, authSearchParams, portalSearchParams } from "../search-params.ts";
import { useSession, useSessionWatch } from "../session.ts";
import { RegisterForm } from "./register-form.tsx";

/** Sign-in and registration. A signed-in partner is redirected to the requested part of the portal. */
export function PartnerAuthPage() {
  const session = useSession();
  useSessionWatch(); // another tab may sign in
  if (session.isPending) return <Checking />;
  if (session.data?.who) return <RedirectToPortal />;
  return <AuthTabs why={session.data?.why ?? null} />;
}

function RedirectToPortal() {
  const { to } = authSearchParams.parse(useSearch({ strict: false }));
  const router = useRouter();
  // Read once: the URL changes while this is still mounted, and no longer holds the target.
  const [asked] = useState(() =>
    portalSearchParams.parse(to === undefined ? {} : router.options.parseSearch(to)),
  );
  return <Navigate to="/partner" search={asked} replace />;
}

/** The two tabs. `why` is shown after a session ended. */
function AuthTabs({ why }: { readonly why: string | null }) {
  const { tab = "login", to } = authSearchParams.parse(useSearch({ strict: false }));
  const [registered, setRegistered] = useState<string | null>(null);
  const navigate = useNavigate();
  const router = useRouter();
  const at = (id: (typeof AUTH_TABS)[number]) => ({ to, tab: id === "login" ? undefined : id });
  const tabs = AUTH_TABS.map((id) => ({
    id,
    name: AUTH[id],
    href: router.buildLocation({ to: "/partner/auth", search: at(id) }).href,
  }));
  const select = (id: (typeof AUTH_TABS)[number], replace = false) =>
    void navigate({ to: "/partner/auth", search: at(id), replace });
  const onRegistered = (email: string) => {
    setRegistered(email);
    select("login", true);
  };
  return (
    <div className="portal">
      <Page title={tab === "login" ? AUTH.title : AUTH.registerTitle}>
        <div className="sign-in">
          <Wordmark />
          <Card className="partner-auth">
            <h1>{tab === "login" ? AUTH.title : AUTH.registerTitle}</h1>
            <Tabs label={AUTH.tabs} tabs={tabs} current={tab} onSelect={select}>
              {tab === "login" ? (
                <LoginForm why={why} registered={registered} />
              ) : (
                <RegisterForm onRegistered={onRegistered} />
              )}
            </Tabs>
          </Card>
        </div>
      </Page>
    </div>
  );
}
