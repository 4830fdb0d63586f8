import { lazy, Suspense, useState } from "react";
import { AUTH, FORGOT } from "../../../../copy/en/sign-in.ts";
import { Tabs } from "../../../kit/controls/tabs.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Page } from "../../../kit/page/page.tsx";
import { Wordmark } from "../../../kit/site/top-bar.tsx";
import { useStepFocus } from "../../../lib/focus.ts";
import type { Enter } from "../../../lib/session/account-kind.ts";
import { LoginForm } from "../login-form.tsx";
import { AUTH_TABS, type AuthView, type Partner } from "../partner-account.ts";

/** Loaded on its own, because its checks weigh more than the whole sign-in. */
const RegisterForm = lazy(() =>
  import("./register-form.tsx").then((loaded) => ({ default: loaded.RegisterForm })),
);

const ForgotForm = lazy(() => import("./forgot-form.tsx").then((loaded) => ({ default: loaded.ForgotForm })));

const TITLES = { login: AUTH.title, register: AUTH.registerTitle, forgot: FORGOT.title } as const;
const WAIT = <div className="pending" data-late />;

interface AuthTabsProps {
  /** Shown after a session ended. */
  readonly why: string | null;
  readonly tab: AuthView;
  readonly hrefOf: (tab: AuthView) => string;
  readonly onSelect: (tab: AuthView, replace?: boolean) => void;
  readonly enter: Enter<Partner>;
}

/** The sign-in and registration of partners. */
export function AuthTabs({ why, tab, hrefOf, onSelect, enter }: AuthTabsProps) {
  const [registered, setRegistered] = useState<string | null>(null);
  const tabs = AUTH_TABS.map((id) => ({ id, name: AUTH[id], href: hrefOf(id) }));
  /** Kept from form to form. */
  const [typed, setTyped] = useState("");
  const title = TITLES[tab];
  const heading = useStepFocus<HTMLHeadingElement>(tab);
  const onRegistered = (email: string) => {
    setRegistered(email);
    onSelect("login", true);
  };
  return (
    <div className="portal">
      <Page title={title}>
        <div className="sign-in">
          <Wordmark />
          <Card className="partner-auth" onInput={(event) => setTyped(emailIn(event.target) ?? typed)}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {tab === "forgot" ? (
              <Suspense fallback={WAIT}>
                <ForgotForm known={typed} onBack={() => onSelect("login")} />
              </Suspense>
            ) : (
              <Tabs label={AUTH.tabs} tabs={tabs} current={tab} onSelect={onSelect}>
                {tab === "login" ? (
                  <LoginForm
                    why={why}
                    known={registered ?? typed}
                    registered={registered}
                    enter={enter}
                    forgot={{ href: hrefOf("forgot"), onSelect: () => onSelect("forgot") }}
                  />
                ) : (
                  <Suspense fallback={WAIT}>
                    <RegisterForm known={typed} onRegistered={onRegistered} />
                  </Suspense>
                )}
              </Tabs>
            )}
          </Card>
        </div>
      </Page>
    </div>
  );
}

/** What is in the field for the address; null for any other field. */
const emailIn = (target: EventTarget): string | null =>
  target instanceof HTMLInputElement && target.name === "email" ? target.value : null;
