import { type AnyRouter, getTRPCErrorFromUnknown, TRPCError } from "@trpc/server";
import { z } from "zod";
import type { Context, Guard } from "./context.ts";
import type { Meta } from "./procedures.ts";

/** A procedure as data. REST, the API document, the CLI and the guard's test are made from these. */
export interface Operation {
  /** `admin.waitlist.list`; also the action's name in the audit log. */
  readonly path: string;
  readonly isMutation: boolean;
  readonly guard: Guard;
  readonly summary: string;
  readonly rest: { readonly method: string; readonly path: string; readonly status: number } | null;
  readonly cli: {
    readonly words: readonly string[];
    readonly positional: string | null;
    /** Whether the positional one may be left out. */
    readonly optional: boolean;
  } | null;
  readonly input: z.ZodObject | null;
  readonly output: z.ZodType | null;
  readonly list: boolean;
  readonly download: string | null;
  readonly upload: string | null;
  readonly file: "sent" | "received" | null;
  readonly slow: boolean;
  readonly polling: boolean;
  /** Runs it with all its guards and checks. Throws a `TRPCError` whose cause is the `DomainError`. */
  readonly call: (context: Context, input: unknown, signal?: AbortSignal) => Promise<unknown>;
}

/** The parts of tRPC's own procedures that we read: the only place that knows its insides. */
interface ProcedureInternals {
  readonly _def: {
    readonly type: "query" | "mutation" | "subscription";
    readonly meta?: Meta;
    readonly inputs: readonly unknown[];
    readonly output?: unknown;
    readonly middlewares: readonly Step[];
  };
}

interface Step {
  (options: StepOptions): Promise<StepResult>;
  /** Set on the steps that tRPC makes of the schemas. */
  readonly _type?: "input" | "output";
}

interface StepOptions {
  readonly ctx: Context;
  readonly input: unknown;
  readonly path: string;
  readonly type: string;
  readonly meta: Meta;
  readonly signal: AbortSignal | undefined;
  readonly getRawInput: () => Promise<unknown>;
  readonly batchIndex: number;
  readonly next: (given?: { readonly ctx?: object; readonly input?: unknown }) => Promise<StepResult>;
}

type StepResult =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: TRPCError };

/** The tree as a flat list in its own order. Throws where a procedure lacks its guard or its summary. */
export function operationsOf(router: AnyRouter): readonly Operation[] {
  const procedures = router._def.procedures as Readonly<Record<string, ProcedureInternals>>; // tRPC 11.19 keeps them flat
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
    input: input instanceof z.ZodObject ? input : null,
    output: output instanceof z.ZodType ? output : null,
    list: meta.list === true,
    download: meta.download ?? null,
    upload: meta.upload ?? null,
    file: meta.file ?? null,
    slow: meta.slow === true,
    polling: meta.polling === true,
    call: callOf(stepsOf(procedure), { path, type, meta }),
  };
}

/** The procedure's own steps; its schemas parse at once, which Zod does several times faster than as promises. */
function stepsOf({ _def: { middlewares, inputs, output } }: ProcedureInternals): readonly Step[] {
  const [input] = inputs;
  return middlewares.map((step) => {
    if (step._type === "input" && input instanceof z.ZodType) return inputStep(input);
    if (step._type === "output" && output instanceof z.ZodType) return outputStep(output);
    return step;
  });
}

const inputStep =
  (schema: z.ZodType): Step =>
  async ({ getRawInput, next }) => {
    const { data, error } = schema.safeParse(await getRawInput());
    if (error) throw new TRPCError({ code: "BAD_REQUEST", cause: error });
    return next({ input: data });
  };

const outputStep =
  (schema: z.ZodType): Step =>
  async ({ next }) => {
    const result = await next();
    return result.ok ? { ...result, data: schema.parse(result.data) } : result;
  };

/**
 * Runs the steps as tRPC's own runner does, in the same order: guard, input, the work, output. That one copies
 * every option with its attributes at every step, which costs a small call more than its work.
 */
function callOf(
  steps: readonly Step[],
  { path, type, meta }: Pick<StepOptions, "path" | "type" | "meta">,
): Operation["call"] {
  return async (context, value, signal) => {
    const getRawInput = () => Promise.resolve(value);
    async function run(index: number, ctx: Context, input: unknown): Promise<StepResult> {
      const step = steps[index];
      if (!step) throw new Error(`${path} has no work to do`);
      const next: StepOptions["next"] = (given) =>
        run(
          index + 1,
          given?.ctx ? { ...ctx, ...given.ctx } : ctx,
          given && "input" in given ? given.input : input,
        );
      try {
        return await step({ ctx, input, path, type, meta, signal, getRawInput, batchIndex: 0, next });
      } catch (error) {
        return { ok: false, error: getTRPCErrorFromUnknown(error) };
      }
    }
    const result = await run(0, context, undefined);
    if (!result.ok) throw result.error;
    return result.data;
  };
}

function restOf(line: string, status = 200): Operation["rest"] {
  const [method = "", path = ""] = line.split(" ");
  return { method, path, status };
}

function cliOf(line: string): Operation["cli"] {
  const words = line.split(" ");
  const last = words.at(-1) ?? "";
  const positional = /^[<[](\w+)[>\]]$/.exec(last)?.[1] ?? null;
  const optional = last.startsWith("[");
  return { words: positional === null ? words : words.slice(0, -1), positional, optional };
}
