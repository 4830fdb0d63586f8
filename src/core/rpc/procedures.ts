import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { damageProblem } from "../../db/errors.ts";
import { DomainError, ERROR_KINDS } from "../../shared/errors.ts";
import {
  PERSON_ROLES,
  type PersonRole,
  STAFF_ROLES,
  type StaffRole,
  type TokenScope,
} from "../../shared/people/accounts.ts";
import { authorize } from "../auth/authorize.ts";
import type { RateLimitName } from "../limits/rate-limit.ts";
import { inTrace, logBug } from "../logging/telemetry.ts";
import {
  actingAs,
  type Call,
  type Context,
  type Guard,
  type Invocation,
  type InvocationContext,
  type OperatorPrincipal,
  type PartnerPrincipal,
  type Principal,
  type SchedulePrincipal,
  type StaffPrincipal,
  type Visitor,
} from "./context.ts";
import { errorLogFields, toDomainError } from "./error-mapping.ts";
import type { ResponseHeaders } from "./response-headers.ts";
import { idsOf, runAsPartOf } from "./running-call.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a procedure declares; the builders add the guard. */
export interface Meta {
  readonly guard?: Guard;
  /** One line for the API document and the CLI's help. */
  readonly summary?: string;
  /** `PUT /api/admin/partnerships/{id}`: the documented path. */
  readonly rest?: `${Method} /${string}`;
  /** Success status over REST; 200 by default. */
  readonly status?: 201;
  /** `waitlist forget <email>`: noun, verb and the positional inputs; `[id]` where it may be omitted. */
  readonly cli?: string;
  /** The sentence for an empty required field. */
  readonly requiredMessage?: string;
  readonly rateLimit?: RateLimitName;
  /** The scopes that an API token needs, all of them. Without any, no token opens the procedure. */
  readonly scopes?: readonly TokenScope[];
  /** The output is a `Page`; REST sends its items and puts the rest in headers. */
  readonly list?: true;
  /** The output is a stream of text or bytes, sent under this file name. */
  readonly download?: string;
  /** The input that names a file; over the admin socket the file itself is sent. */
  readonly upload?: string;
  /** `sent`: the output is a `FileResponse`. `received`: the REST body is a file, passed as the input `file` unread. */
  readonly file?: "sent" | "received";
  /** The type of a received file, or any with the input in the query. By default any, and the file's name is in a header. */
  readonly accepts?: "text/csv" | "*/*";
  /** The output is the same for everyone, and caches may keep the REST answer for this many milliseconds. */
  readonly cacheFor?: number;
  /** Exempt from the deadline of 15 seconds. */
  readonly slow?: true;
  /** Called by a timer and not by a person: does not keep a session alive. */
  readonly polling?: true;
}

/** superjson throws plain errors on malformed metadata; for the caller that is bad input. */
const transformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: superjson,
};

function readInput(sent: unknown): unknown {
  try {
    return superjson.deserialize(sent as Parameters<typeof superjson.deserialize>[0]);
  } catch (cause) {
    throw new TRPCError({ code: "BAD_REQUEST", cause });
  }
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer,
    isDev: false, // else stacks reach the browser wherever NODE_ENV is unset
    errorFormatter({ shape, error, ctx }) {
      const refusal = toDomainError(error);
      const data = { ...refusal.body(ctx?.call.requestId ?? ""), httpStatus: refusal.status };
      return { code: shape.code, message: refusal.sentence, data };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;

/** Runs the guard, then the procedure, and turns every failure into a refusal that the caller may see. */
const guarded = <P extends Principal>(guard: Guard) =>
  t.procedure.meta({ guard }).use(async ({ ctx, next, meta, path, type }) => {
    const invocation: Invocation = { action: path, auditRecords: 0 };
    ctx.call.invocations.push(invocation);
    const run = async (call: Call) => {
      const context = { ...ctx, call, invocation };
      const principal = await admit<P>(context, guard, meta);
      if (meta?.slow) call.idleTimeout?.lift();
      const result = await next({ ctx: actingAs(context, principal) });
      if (!result.ok) throw result.error;
      return result;
    };
    try {
      const result = await inTrace(ctx, path, (call) => runAsPartOf({ call, invocation }, () => run(call)));
      if (type === "mutation" && invocation.auditRecords === 0) ctx.deps.onMissingAudit(path);
      return result;
    } catch (error) {
      throw refuse({ ...ctx, invocation }, error, meta?.requiredMessage);
    }
  });

/** `authorize` returns only principals that the guard names, which is what `P` states. Throws 401, 403, 404 and 429. */
async function admit<P extends Principal>(
  context: InvocationContext,
  guard: Guard,
  meta: Meta | undefined,
): Promise<P> {
  const { call, deps, invocation } = context;
  if ((meta?.download || meta?.file) && call.transport === "trpc") throw notOverTrpc(meta.rest);
  const principal = (await authorize(context, guard, {
    polling: meta?.polling === true || call.background === true,
    scopes: meta?.scopes ?? [],
  })) as P;
  invocation.principal = principal.kind;
  if ("id" in principal) invocation.subject = principal.id;
  if (meta?.rateLimit) {
    await deps.rateLimiter.take(meta.rateLimit, principal.kind === "partner" ? principal.id : call.address);
  }
  return principal;
}

/** The refusal for a failure. Internal errors are logged here, once and without their messages. */
function refuse({ call, deps, invocation }: InvocationContext, error: unknown, requiredMessage?: string) {
  const refusal = operatorsRefusal(call, error) ?? toDomainError(error, requiredMessage);
  invocation.refusal = refusal;
  deps.state.diskSpace.report(error);
  const facts = { ...idsOf(call), path: invocation.action, ...errorLogFields(error) };
  if (refusal.kind === "internal") logBug(deps.log, deps.state.telemetry, error, facts);
  if (refusal.kind === "unavailable") deps.state.outages.report(deps.log, facts);
  applyHeaders(call.responseHeaders, refusal);
  return new TRPCError({ code: ERROR_KINDS[refusal.kind].trpc, message: refusal.sentence, cause: refusal });
}

/** Only the operator of the machine is told what is damaged. */
function operatorsRefusal({ principal }: InvocationContext["call"], error: unknown): DomainError | undefined {
  const problem = principal?.kind === "operator" ? damageProblem(error) : undefined;
  return problem === undefined ? undefined : new DomainError("unavailable", problem, { cause: error });
}

/** Sets the headers that a refusal carries, such as `Retry-After`. */
export function applyHeaders(headers: ResponseHeaders, { refusal }: DomainError): void {
  if (refusal.retryAfter !== undefined) headers.set("Retry-After", String(refusal.retryAfter));
  if (refusal.allow !== undefined) headers.set("Allow", refusal.allow.join(", "));
  for (const [name, value] of Object.entries(refusal.headers ?? {})) headers.set(name, value);
}

const notOverTrpc = (rest: string | undefined) =>
  new DomainError("notFound", `This is for files: ${rest ?? "use the command line"}`);

export type StaffActor = StaffPrincipal | OperatorPrincipal;

/** Anyone; no credentials are read. */
export const visitorProcedure = guarded<Visitor>({ kind: "public" });
/** Staff of these roles, and operators. */
export const staffProcedure = (...roles: readonly StaffRole[]) =>
  guarded<StaffActor>({ kind: "staff", roles });
/**
 * The same, within ten minutes of the caller's last authentication: for operations that a stolen session must not
 * reach.
 */
export const recentStaffProcedure = (...roles: readonly StaffRole[]) =>
  guarded<StaffActor>({ kind: "staff", roles, recent: true });
/** Any staff account, for its own data. */
export const staffSelfProcedure = guarded<StaffPrincipal>({ kind: "staff", roles: STAFF_ROLES, own: true });
/**
 * The same, also for an account that must set up MFA first: for setting it up, signing out and changing the password.
 */
export const staffBeforeMfaProcedure = guarded<StaffPrincipal>({
  kind: "staff",
  roles: STAFF_ROLES,
  own: true,
  beforeMfa: true,
});
/** The same, within ten minutes of the last authentication: for adding a way to sign in. */
export const recentStaffBeforeMfaProcedure = guarded<StaffPrincipal>({
  kind: "staff",
  roles: STAFF_ROLES,
  own: true,
  beforeMfa: true,
  recent: true,
});
/** Any staff account, for its own data, within ten minutes of the last authentication. */
export const recentStaffSelfProcedure = guarded<StaffPrincipal>({
  kind: "staff",
  roles: STAFF_ROLES,
  own: true,
  recent: true,
});
/** Any person of a business. */
export const partnerProcedure = guarded<PartnerPrincipal>({ kind: "partner", roles: PERSON_ROLES });
/** The same, within ten minutes of the last authentication. */
export const recentPartnerProcedure = guarded<PartnerPrincipal>({
  kind: "partner",
  roles: PERSON_ROLES,
  recent: true,
});
/** People of a business with one of these roles. */
export const personProcedure = (...roles: readonly PersonRole[]) =>
  guarded<PartnerPrincipal>({ kind: "partner", roles });
/** The same, within ten minutes of the last authentication. */
export const recentPersonProcedure = (...roles: readonly PersonRole[]) =>
  guarded<PartnerPrincipal>({ kind: "partner", roles, recent: true });
export const operatorProcedure = guarded<OperatorPrincipal>({ kind: "operator" });
export const scheduleProcedure = guarded<SchedulePrincipal | OperatorPrincipal>({ kind: "schedule" });
