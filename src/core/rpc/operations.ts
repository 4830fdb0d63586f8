import { type AnyRouter, getTRPCErrorFromUnknown, TRPCError } from "@trpc/server";
import { z } from "zod";
import type { TokenScope } from "../../shared/people/accounts.ts";
import type { RateLimitName } from "../limits/rate-limit.ts";
import type { Call, Context, Guard } from "./context.ts";
import type { Meta } from "./procedures.ts";

/** A procedure as data. REST, the API document, the CLI and the role tests are built from these. */
export interface Operation {
  /** `admin.waitlist.list`; also the action's name in the audit log. */
  readonly path: string;
  readonly isMutation: boolean;
  readonly guard: Guard;
  readonly summary: string;
  readonly rest: { readonly method: string; readonly path: string; readonly status: number } | null;
  readonly cli: {
    readonly words: readonly string[];
    readonly positionals: readonly string[];
    /** Whether the positional arguments may be omitted. */
    readonly optional: boolean;
  } | null;
  /** What one client may call; null for no more than the limit of all calls. */
  readonly rateLimit: RateLimitName | null;
  /** What an API token needs; empty if no token opens it. */
  readonly scopes: readonly TokenScope[];
  readonly input: z.ZodObject | null;
  readonly output: z.ZodType | null;
  readonly list: boolean;
  readonly download: string | null;
  readonly upload: string | null;
  readonly file: "sent" | "received" | null;
  /** The type of a received file, whose other input is in the query; null if its name is in a header. */
  readonly accepts: "text/csv" | "*/*" | null;
  /** How long caches may keep the REST answer, in milliseconds. */
  readonly cacheFor: number;
  readonly slow: boolean;
  readonly polling: boolean;
  /** Runs the guard, the schemas and the procedure. Throws a `TRPCError` whose cause is the `DomainError`. */
  readonly call: (context: Context, input: unknown, signal?: AbortSignal) => Promise<unknown>;
}

/** The procedures of the product, and the context that a call of them gets. */
export interface Program {
  readonly operations: readonly Operation[];
  readonly contextOf: (call: Call) => Context;
}

/** The parts of a tRPC 11.19 procedure that this file reads; no other file knows them. */
interface ProcedureInternals {
  readonly _def: {
    readonly type: "query" | "mutation" | "subscription";
    readonly meta?: Meta;
    readonly inputs: readonly unknown[];
    readonly output?: unknown;
    /** The guard, the schemas and a call of the resolver. */
    readonly middlewares: readonly Middleware[];
    readonly resolver: (options: ResolverOptions) => unknown;
  };
}

interface ResolverOptions {
  readonly ctx: Context;
  readonly input: unknown;
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

interface Middleware {
  (options: MiddlewareOptions): Promise<MiddlewareResult>;
  /** Set on those that parse with a schema. */
  readonly _type?: "input" | "output";
}

interface MiddlewareOptions extends ResolverOptions {
  readonly type: string;
  readonly meta: Meta | undefined;
  readonly getRawInput: () => Promise<unknown>;
  readonly batchIndex: number;
  readonly next: (changed?: { readonly ctx?: object }) => Promise<MiddlewareResult>;
}

type MiddlewareResult =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: TRPCError };

/** The procedures of the router in their own order. Throws if one lacks its guard or its summary. */
export function operationsOf(router: AnyRouter): readonly Operation[] {
  const procedures = router._def.procedures as Readonly<Record<string, ProcedureInternals>>; // flat, by path
  return Object.entries(procedures).map(([path, procedure]) => operationOf(path, procedure));
}

function operationOf(path: string, procedure: ProcedureInternals): Operation {
  const { type, meta, inputs, output } = procedure._def;
  if (!meta?.guard || !meta.summary) throw new Error(`${path} has no guard or no summary`);
  if (inputs.length > 1) throw new Error(`${path} has more than one input schema`);
  const [input] = inputs;
  return {
    path,
    isMutation: type === "mutation",
    guard: meta.guard,
    summary: meta.summary,
    rest: meta.rest ? restOf(meta.rest, meta.status) : null,
    cli: meta.cli ? cliOf(meta.cli) : null,
    rateLimit: meta.rateLimit ?? null,
    scopes: meta.scopes ?? [],
    input: input instanceof z.ZodObject ? input : null,
    output: output instanceof z.ZodType ? output : null,
    list: meta.list === true,
    download: meta.download ?? null,
    upload: meta.upload ?? null,
    accepts: meta.accepts ?? null,
    file: meta.file ?? null,
    cacheFor: meta.cacheFor ?? 0,
    slow: meta.slow === true,
    polling: meta.polling === true,
    call: runnerOf(path, procedure),
  };
}

/**
 * Runs a procedure's guard and then its resolver, as `callTRPCProcedure` does. That one copies all options twice for each
 * middleware, which costs a signup more than its own work, and parses asynchronously
 * (docs/decisions/013-procedure-runner.md).
 */
function runnerOf(path: string, { _def }: ProcedureInternals): Operation["call"] {
  const { type, meta, inputs, output, resolver } = _def;
  const [guard, ...others] = _def.middlewares.slice(0, -1).filter(({ _type }) => _type === undefined);
  if (!guard || others.length > 0) throw new Error(`${path} needs one middleware: its guard`);
  const [parseInput, parseOutput] = [
    parserOf(inputs[0], "BAD_REQUEST"),
    parserOf(output, "INTERNAL_SERVER_ERROR"),
  ];
  async function resolve(ctx: Context, rawInput: unknown, signal?: AbortSignal): Promise<MiddlewareResult> {
    try {
      const data = await resolver({ ctx, input: parseInput?.(rawInput), path, signal });
      return { ok: true, data: parseOutput ? parseOutput(data) : data };
    } catch (error) {
      return { ok: false, error: getTRPCErrorFromUnknown(error) };
    }
  }
  return async (ctx, rawInput, signal) => {
    const getRawInput = () => Promise.resolve(rawInput);
    const next: MiddlewareOptions["next"] = (changed) =>
      resolve({ ...ctx, ...changed?.ctx }, rawInput, signal);
    const options = { ctx, input: undefined, path, type, meta, signal, getRawInput, batchIndex: 0, next };
    const result = await guard(options);
    if (!result.ok) throw result.error;
    return result.data;
  };
}

/** Null without a schema. The parser throws as tRPC's own middleware does. */
function parserOf(schema: unknown, code: TRPCError["code"]): ((value: unknown) => unknown) | null {
  if (!(schema instanceof z.ZodType)) return null;
  return (value) => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new TRPCError({ code, cause: parsed.error });
    return parsed.data;
  };
}

function restOf(line: string, status = 200): Operation["rest"] {
  const [method = "", path = ""] = line.split(" ");
  return { method, path, status };
}

function cliOf(line: string): Operation["cli"] {
  const parts = line.split(" ");
  const words = parts.filter((part) => /^\w/.test(part));
  const positionals = parts.slice(words.length).map((part) => part.slice(1, -1));
  return { words, positionals, optional: line.endsWith("]") };
}
