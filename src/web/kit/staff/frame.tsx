import { type QueryClient, useIsFetching, useQuery } from "@tanstack/react-query";
import { Link, useMatches, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { readsAny } from "../../../shared/changes.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { trpc } from "../../lib/api.tsx";
import { messageOf } from "../../lib/errors.ts";
import { HOLDS, isWaitedFor, refreshHeld, UNSEEN } from "../../lib/held.ts";
import { toast } from "../../lib/toast.ts";
import { ScreenKeys } from "../commands/keys.tsx";
import { Button } from "../controls/button.tsx";
import { NoticePage, Page } from "../page/page.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { LogOut } from "./log-out.tsx";
import { EmptyRail, Rail, RoomScreens } from "./rail.tsx";
import { RecordContext, type TitledRecord } from "./record-title.ts";
import { ROLE_NAMES } from "./roles.ts";
import { useStaffScreens } from "./staff-screens.ts";
import { useSession, useSessionChange, useSessionWatch } from "./use-session.ts";
import { StaffContext, useStaff } from "./use-staff.ts";

/** Not part of the login, which is there sooner without it. */
const SessionDialogs = lazy(() =>
  import("../sign-in/session-dialogs.tsx").then((loaded) => ({ default: loaded.SessionDialogs })),
);
/** Loaded on demand, because few users need it. */
const RequiredMfa = lazy(() =>
  import("./required-mfa.tsx").then((loaded) => ({ default: loaded.RequiredMfa })),
);

const RequiredPassword = lazy(() =>
  import("./required-password.tsx").then((loaded) => ({ default: loaded.RequiredPassword })),
);

interface StaffFrameProps {
  /** What the screen is called, in the rail too. */
  readonly title: string;
  /** Follows the title for screen readers. */
  readonly subtitle?: string;
  /** Buttons and links next to the title. */
  readonly actions?: ReactNode;
  /** Replaces the sign-in. */
  readonly signIn?: typeof SignIn;
  /** Replaces the button that logs out. */
  readonly logOut?: ReactNode;
  /** Rendered only for a signed-in user whose role may open the screen: load data in here. */
  readonly children: ReactNode;
}

/** The frame of every staff screen. Without a session it shows the login at the same URL, and then the screen. */
export function StaffFrame(props: StaffFrameProps) {
  const session = useSession();
  const waits = useSessionWatch();
  if (session.data?.who) {
    return (
      <StaffContext value={session.data.who}>
        <SignedIn {...props} />
        <Suspense>
          <SessionDialogs {...waits} />
        </Suspense>
      </StaffContext>
    );
  }
  if (session.data) return <SignedOut why={session.data.why} signIn={props.signIn ?? SignIn} />;
  return session.isError ? (
    <SessionFailed error={session.error} onRetry={session.refetch} />
  ) : (
    <Checking title={props.title} />
  );
}

interface SignedOutProps {
  readonly why: string | null;
  readonly signIn: typeof SignIn;
}

function SignedOut({ why, signIn: Screen }: SignedOutProps) {
  const { enter } = useSessionChange();
  return <Screen why={why} enter={async () => (await enter()).who} />;
}

/** The wizard stays until the backup codes are saved, although MFA is on by then. */
function SignedIn(props: StaffFrameProps) {
  const { mfaSetupRequired = false, mustChangePassword = false } = useStaff();
  const [settingUp, setSettingUp] = useState(mfaSetupRequired);
  const { logOut = <StaffLogOut /> } = props;
  if (mfaSetupRequired && !settingUp) setSettingUp(true);
  if (mustChangePassword) {
    return (
      <Suspense fallback={<Checking title={props.title} />}>
        <RequiredPassword logOut={logOut} />
      </Suspense>
    );
  }
  if (!settingUp) return <Framed {...props} />;
  return (
    <Suspense fallback={<Checking title={props.title} />}>
      <RequiredMfa onFinished={() => setSettingUp(false)} logOut={logOut} />
    </Suspense>
  );
}

function Framed({ title, subtitle, actions, logOut = <StaffLogOut />, children }: StaffFrameProps) {
  const allowed = useIsAllowed();
  const [record, setRecord] = useState<TitledRecord | null>(null);
  useLiveUpdates();
  return (
    <ScreenKeys>
      <div className="staff">
        <Page title={record?.name ?? title} banner={<Rail logOut={logOut} />}>
          <Progress />
          <div className="staff-screen">
            <RoomScreens />
            {!record?.isScreen && (
              <header className="staff-head">
                <h1>
                  {title}
                  {subtitle && <span className="visually-hidden"> {subtitle}</span>}
                </h1>
                {allowed && actions && <div className="staff-actions">{actions}</div>}
              </header>
            )}
            <RecordContext value={setRecord}>{allowed ? children : <NoRight />}</RecordContext>
          </div>
        </Page>
      </div>
    </ScreenKeys>
  );
}

/** Whether the role of the signed-in user may open this screen; the server checks each call on its own. */
function useIsAllowed(): boolean {
  const { role } = useStaff();
  const path: string | undefined = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  return useStaffScreens().some((screen) => screen.path === path && screen.roles.includes(role));
}

/** The route line along the top while anything loads. */
function Progress() {
  return useIsFetching({ predicate: isWaitedFor }) > 0 && <div className="pending" data-late />;
}

/** The frame until the session has loaded: the build renders it, so that it is there from the first paint on. */
function Checking({ title }: { readonly title: string }) {
  return (
    <div className="staff">
      <Page title={title} banner={<EmptyRail />}>
        <div className="pending" data-late />
        <div className="staff-screen">
          <header className="staff-head">
            <h1>{title}</h1>
          </header>
        </div>
      </Page>
    </div>
  );
}

/** The frame while the code of the next screen loads. */
export function StaffPending() {
  const { data } = useSession();
  if (!data?.who) return <Checking title="One moment" />;
  return (
    <StaffContext value={data.who}>
      <div className="staff">
        <Page title="One moment" banner={<Rail logOut={<StaffLogOut />} />}>
          <div className="pending" role="status">
            <h1 className="visually-hidden">One moment</h1>
          </div>
        </Page>
      </div>
    </StaffContext>
  );
}

interface SessionFailedProps {
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** The session could not be loaded. The user may still be signed in, so the login is not shown. */
function SessionFailed({ error, onRetry }: SessionFailedProps) {
  return (
    <NoticePage title="Failed to connect to server">
      <p>{messageOf(error) ?? "Nothing was lost. Check the connection and try again."}</p>
      <Button onClick={() => void onRetry()}>Try again</Button>
    </NoticePage>
  );
}

/** Shown to users whose role may not open the screen, with a link to one that they may open. */
function NoRight() {
  const { role } = useStaff();
  const open = useStaffScreens().find(({ roles }) => roles.includes(role));
  return (
    <section className="staff-notice">
      <h2>Your role cannot open this screen</h2>
      <p>{`You are signed in as ${ROLE_NAMES[role]}. Ask a super admin if you need it.`}</p>
      {open && (
        <Link className="button button-small" data-look="quiet" to={open.path}>
          {open.label}
        </Link>
      )}
    </section>
  );
}

const EVERY = seconds(5);
/** Doubles with each failure, up to this. */
const EVERY_MAX = minutes(2);
const KEY = ["changes"] as const;

/**
 * Asks every few seconds what has changed while the tab is visible, and reloads it. The calls do not extend the session
 * (docs/security.md SES-05); a session that has ended is noticed here too.
 */
function useLiveUpdates(): void {
  const { client } = trpc.useUtils();
  const failures = useRef(0);
  useQuery({
    queryKey: KEY,
    meta: UNSEEN,
    staleTime: EVERY,
    refetchOnWindowFocus: "always",
    refetchInterval: () => Math.min(EVERY * 2 ** failures.current, EVERY_MAX),
    queryFn: async ({ client: queries }): Promise<string | null> => {
      const since = queries.getQueryData<string | null>(KEY) ?? undefined;
      if (!navigator.onLine) return since ?? null;
      failures.current += 1;
      const { cursor, changed } = await client.admin.changes.since.query({ since });
      failures.current = 0;
      refresh(queries, changed);
      return cursor;
    },
  });
}

/** The counts of the rail, of all subjects. */
const COUNTS = "admin.reviews.waiting";

/** Reloads what is shown of these subjects now, and the rest once it is shown. */
function refresh(queries: QueryClient, subjects: readonly string[]): void {
  if (subjects.length === 0) return;
  const affected = queries.getQueryCache().findAll({
    predicate: ({ queryKey: [path] }) =>
      Array.isArray(path) && (readsAny(path.join("."), subjects) || path.join(".") === COUNTS),
  });
  for (const query of affected) {
    const isHeld = query.meta?.holds === HOLDS.holds && query.isActive() && query.state.data !== undefined;
    // A failure leaves the rows as they are; the next change reloads them.
    if (isHeld) void refreshHeld(queries, query).catch(() => undefined);
    else void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

function StaffLogOut() {
  const logout = trpc.admin.session.logout.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  return (
    <LogOut
      send={() => logout.mutateAsync()}
      onLoggedOut={async () => {
        await navigate({ to: "/admin" });
        end(null);
        toast({ title: "Logged out" });
      }}
    />
  );
}
