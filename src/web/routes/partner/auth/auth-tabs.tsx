import { lazy, Suspense, useState } from "react";
import { Wordmark } from "../../../blocks/wordmark/wordmark.tsx";
import type { Enter } from "../../../lib/session/account-kind.ts";
import { Card } from "../../../ui/card/card.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { Tabs } from "../../../ui/tabs/tabs.tsx";
import { AUTH, AUTH_TABS, type AuthTab } from "../auth-content.ts";
import { LoginForm } from "../login-form.tsx";
import type { Partner } from "../partner-account.ts";

/** Loaded on its own, because its checks weigh more than the whole sign-in. */
const RegisterForm = lazy(() =>
  import("./register-form.tsx").then((loaded) => ({ default: loaded.RegisterForm })),
);

interface AuthTabsProps {
  /** Shown after a session ended. */
  readonly why: string | null;
  readonly tab: AuthTab;
  readonly hrefOf: (tab: AuthTab) => string;
  readonly onSelect: (tab: AuthTab, replace?: boolean) => void;
  readonly enter: Enter<Partner>;
}

/** The sign-in and registration of partners. */
export function AuthTabs({ why, tab, hrefOf, onSelect, enter }: AuthTabsProps) {
  const [registered, setRegistered] = useState<string | null>(null);
  const tabs = AUTH_TABS.map((id) => ({ id, name: AUTH[id], href: hrefOf(id) }));
  const title = tab === "login" ? AUTH.title : AUTH.registerTitle;
  const onRegistered = (email: string) => {
    setRegistered(email);
    onSelect("login", true);
  };
  return (
    <div className="portal">
      <Page title={title}>
        <div className="sign-in">
          <Wordmark />
          <Card className="partner-auth">
            <h1>{title}</h1>
            <Tabs label={AUTH.tabs} tabs={tabs} current={tab} onSelect={onSelect}>
              {tab === "login" ? (
                <LoginForm why={why} registered={registered} enter={enter} />
              ) : (
                <Suspense fallback={<div className="pending" data-late />}>
                  <RegisterForm onRegistered={onRegistered} />
                </Suspense>
              )}
            </Tabs>
          </Card>
        </div>
      </Page>
    </div>
  );
}
