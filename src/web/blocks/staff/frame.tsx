import { useIsFetching } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Page } from "../../ui/page/page.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { NoRight, SessionFailed } from "./notices.tsx";
import { Rail } from "./rail.tsx";
import { EVERYBODY, type StaffRole } from "./roles.ts";
import { useSession, useSessionWatch } from "./use-session.ts";
import { StaffContext, useStaff } from "./use-staff.ts";

interface StaffFrameProps {
  readonly title: string;
  /** Who may see it; every role unless said. */
  readonly roles?: readonly StaffRole[];
  /** Stands beside the title: buttons and links. */
  readonly actions?: ReactNode;
  /** Takes the width of the window. */
  readonly wide?: boolean;
  /** Takes the login's place where a screen has a door of its own. */
  readonly signIn?: (why: string | null) => ReactNode;
  /** Takes the place of the button that logs out. */
  readonly leave?: ReactNode;
  /** Rendered only for somebody who is signed in and may see it: what loads data belongs in here. */
  readonly children: ReactNode;
}

/**
 * The frame of every staff screen. Whoever is not signed in gets the login at the same address, and after it
 * what they came for.
 */
export function StaffFrame(props: StaffFrameProps) {
  const session = useSession();
  useSessionWatch();
  if (session.data?.who) {
    return (
      <StaffContext value={session.data.who}>
        <Framed {...props} />
      </StaffContext>
    );
  }
  if (session.data) return props.signIn?.(session.data.why) ?? <SignIn why={session.data.why} />;
  return session.isError ? <SessionFailed error={session.error} onRetry={session.refetch} /> : <Checking />;
}

function Framed({ title, roles = EVERYBODY, actions, wide = false, leave, children }: StaffFrameProps) {
  const { role } = useStaff();
  const allowed = roles.includes(role);
  return (
    <div className="staff">
      <Page title={title} banner={<Rail leave={leave} />}>
        <Progress />
        <div className="staff-screen" data-wide={wide || undefined}>
          <header className="staff-head">
            <h1>{title}</h1>
            {allowed && actions && <div className="staff-actions">{actions}</div>}
          </header>
          {allowed ? children : <NoRight />}
        </div>
      </Page>
    </div>
  );
}

/** The route line along the top while anything loads. */
function Progress() {
  return useIsFetching() > 0 && <div className="pending" data-late />;
}

/** While nobody knows yet who is there. */
export function Checking() {
  return (
    <Page title="One moment">
      <div className="pending" data-late />
      <h1 className="visually-hidden">One moment</h1>
    </Page>
  );
}
