import { AsyncLocalStorage } from "node:async_hooks";
import { type AppConfig, createDeps } from "../app.ts";
import { issuePersonToken } from "../core/auth/person-tokens.ts";
import { givenClock } from "../core/clock.ts";
import type { Authenticator, Context, Deps, PartnerPrincipal, StaffPrincipal } from "../core/rpc/context.ts";
import { internalCall } from "../core/rpc/internal-call.ts";
import { appRouter } from "../router.ts";
import { days } from "../shared/duration.ts";

/** All procedures, called as one principal. */
type Caller = ReturnType<typeof appRouter.createCaller>;

/** Calls procedures as any principal without signing in, at any time in the past. */
export interface Callers {
  readonly operator: Caller;
  readonly visitor: Caller;
  /** A visitor on a day on which no payment gateway is reachable. */
  readonly visitorWithoutGateway: Caller;
  readonly staff: (principal: StaffPrincipal) => Caller;
  readonly partner: (principal: PartnerPrincipal) => Caller;
  /** The token of the link in a person's mails. */
  readonly tokenOf: (email: string) => string;
  /** Runs `work` with the clock at `time`: every date that it writes follows. */
  readonly at: <T>(time: Date, work: () => Promise<T>) => Promise<T>;
}

const OPERATOR = { kind: "operator", name: "sample data" } as const;

export type SampleConfig = Pick<AppConfig, "settings" | "encryption" | "db" | "log" | "passwordCost">;

/** Without rate limits, as two months of visitors arrive within seconds. */
export function createCallers(config: SampleConfig): Callers {
  const clock = new AsyncLocalStorage<Date>();
  const given = givenClock(() => clock.getStore() ?? new Date());
  const settings = { ...config.settings, rateLimit: false };
  const deps = createDeps({ ...config, settings, clock: given });
  const payments = { ...settings.payments, gateway: "off" } as const;
  const withoutGateway = createDeps({ ...config, settings: { ...settings, payments }, clock: given });
  return {
    operator: appRouter.createCaller(() => ({ ...contextOf(deps), call: internalCall("cli", OPERATOR) })),
    visitor: appRouter.createCaller(() => contextOf(deps)),
    visitorWithoutGateway: appRouter.createCaller(() => contextOf(withoutGateway)),
    staff: (principal) => appRouter.createCaller(() => contextOf(deps, { staff: principal })),
    partner: (principal) => appRouter.createCaller(() => contextOf(deps, { partner: principal })),
    tokenOf: (email) => issuePersonToken(deps, "me", email, days(1)),
    at: (time, work) => clock.run(time, work),
  };
}

interface SignedIn {
  readonly staff?: StaffPrincipal;
  readonly partner?: PartnerPrincipal;
}

/** The context of a call with arbitrary session tokens: its authenticator returns the given principals. */
function contextOf(deps: Deps, { staff, partner }: SignedIn = {}): Context {
  const { principal: _, ...call } = internalCall("cli", OPERATOR);
  const credentials = {
    ...call.credentials,
    staffToken: staff && "staff",
    partnerToken: partner && "partner",
  };
  const authenticator: Authenticator = {
    staffBySession: () => Promise.resolve(staff ?? null),
    staffByBasic: () => Promise.reject(new Error("sample data is not made with passwords")),
    staffByToken: () => Promise.reject(new Error("sample data is not made with tokens")),
    partnerBySession: () => Promise.resolve(partner ?? null),
  };
  return { deps, authenticator, call: { ...call, credentials } };
}
