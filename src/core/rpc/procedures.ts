import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { DomainError, ERROR_KINDS } from "../../shared/errors.ts";
import { STAFF_ROLES, type StaffRole } from "../../shared/staff-roles.ts";
import { authorize } from "../auth/authorize.ts";
import type { RateLimitName } from "../limits/rate-limit.ts";
import type {
  Context,
  Guard,
  Invocation,
  OperatorPrincipal,
  PartnerPrincipal,
  Principal,
  SchedulePrincipal,
  StaffPrincipal,
  Visitor,
} from "./context.ts";
import { errorLogFields, toDomainError } from "./error-mapping.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a procedure says of itself; the builders add the guard. Read by `operations.ts` alone. */
export interface Meta {
  readonly guard?: Guard;
  /** One line for the API document and the CLI's help. */
  readonly summary?: string;
  /** `PUT /api/admin/partnerships/{id}`: the documented path. */
  readonly rest?: `${Method} /${string}`;
  /** Success status over REST; 200 unless said. */
  readonly status?: 201;
  /** `waitlist forget <email>`: noun, verb and the input that is positional; `[id]` where it may be left out. */
  readonly cli?: string;
  /** What the form shows where a required field is empty. */
  readonly requiredMessage?: string;
  readonly rateLimit?: RateLimitName;
  /** The answer is a `Page`; REST sends its items and puts the rest in headers. */
  readonly list?: true;
  /** The answer is a stream of text or bytes, sent under this file name. */
  readonly download?: string;
  /** The input that names a file; over the operators' socket the file itself is sent. */
  readonly upload?: string;
  /** The answer is a `SentFile`, or over REST the body is a file, given to the input `file` as it comes. */
  readonly file?: "sent" | "received";
  /** Not cut after 15 seconds. */
  readonly slow?: true;
  /** Asked by a timer, not by a person: does not keep a session alive. */
  readonly polling?: true;
}

/** superjson throws plain errors on what is not its own: to the caller that is bad input. */
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

/** Every failure below becomes one refusal; what nobody foresaw is logged here, once, without its words. */
const refusing = t.middleware(async ({ next, ctx, meta, path, type }) => {
  const invocation: Invocation = { action: path, auditRecords: 0 };
  ctx.call.invocations.push(invocation);
  const result = await next({ ctx: { invocation } });
  if (result.ok) {
    if (type === "mutation" && invocation.auditRecords === 0) ctx.deps.onMissingAudit(path);
    return result;
  }
  const refusal = toDomainError(result.error, meta?.requiredMessage);
  invocation.refusal = refusal;
  const facts = { requestId: ctx.call.requestId, path, ...errorLogFields(result.error) };
  if (refusal.kind === "internal") ctx.deps.log.error(facts, "unforeseen failure");
  if (refusal.kind === "unavailable") ctx.deps.log.warn(facts, "unavailable");
  applyHeaders(ctx.call.responseHeaders, refusal);
  throw new TRPCError({ code: ERROR_KINDS[refusal.kind].trpc, message: refusal.sentence, cause: refusal });
});

/** The headers that a refusal carries, on whichever door's answer. */
export function applyHeaders(answer: Headers, { refusal }: DomainError): void {
  if (refusal.retryAfter !== undefined) answer.set("Retry-After", String(refusal.retryAfter));
  if (refusal.allow !== undefined) answer.set("Allow", refusal.allow.join(", "));
  for (const [name, value] of Object.entries(refusal.headers ?? {})) answer.set(name, value);
}

/** The guard is data in the meta; `admit` gives only principals that it names, which is what P says. */
const guarded = <P extends Principal>(guard: Guard) =>
  t.procedure
    .meta({ guard })
    .use(refusing)
    .use(async ({ ctx, next, meta }) => {
      if ((meta?.download || meta?.file) && ctx.call.transport === "trpc") throw notCarriedHere(meta.rest);
      const principal = (await authorize(ctx, guard, meta?.polling === true)) as P;
      if ("id" in principal) ctx.invocation.subject = principal.id;
      if (meta?.rateLimit) {
        const subject = principal.kind === "partner" ? principal.id : ctx.call.address;
        await ctx.deps.rateLimiter.take(meta.rateLimit, subject);
      }
      return next({ ctx: { principal } });
    });

const notCarriedHere = (rest: string | undefined) =>
  new DomainError("notFound", `This is for files: ${rest ?? "use the command line"}`);

export type StaffActor = StaffPrincipal | OperatorPrincipal;

/** Anybody, without a look at who it is. */
export const visitorProcedure = guarded<Visitor>({ kind: "public" });
/** Staff of these roles, and the operator of the machine. */
export const staffProcedure = (...roles: readonly StaffRole[]) =>
  guarded<StaffActor>({ kind: "staff", roles });
/** Any staff account on its own things. */
export const staffSelfProcedure = guarded<StaffPrincipal>({ kind: "staff", roles: STAFF_ROLES, own: true });
export const partnerProcedure = guarded<PartnerPrincipal>({ kind: "partner" });
export const operatorProcedure = guarded<OperatorPrincipal>({ kind: "operator" });
export const scheduleProcedure = guarded<SchedulePrincipal | OperatorPrincipal>({ kind: "schedule" });
