import type { AnyRouter } from "@trpc/server";
import { z } from "zod";
import type { Context, Guard } from "./context.ts";
import type { Meta } from "./trpc.ts";

/** A procedure as data. REST, the API document, the CLI and the guard's test are made from these. */
export interface Operation {
  /** `admin.waitlist.list`; also the action's name in the audit log. */
  readonly path: string;
  readonly changes: boolean;
  readonly guard: Guard;
  readonly summary: string;
  readonly rest: { readonly method: string; readonly path: string; readonly status: number } | null;
  readonly cli: { readonly words: readonly string[]; readonly positional: string | null } | null;
  readonly input: z.ZodObject | null;
  readonly output: z.ZodType | null;
  readonly list: boolean;
  readonly download: string | null;
  readonly upload: string | null;
  readonly slow: boolean;
  readonly quiet: boolean;
  /** Runs it with all its guards and checks. Throws a `TRPCError` whose cause is the `DomainError`. */
  readonly call: (context: Context, input: unknown, signal?: AbortSignal) => Promise<unknown>;
}

/** The part of a procedure that we read: the only place that knows tRPC's insides. */
interface Inside {
  readonly _def: {
    readonly type: "query" | "mutation" | "subscription";
    readonly meta?: Meta;
    readonly inputs: readonly unknown[];
    readonly output?: unknown;
  };
  (options: {
    ctx: Context;
    path: string;
    type: string;
    getRawInput: () => Promise<unknown>;
    input: undefined;
    signal: AbortSignal | undefined;
    batchIndex: number;
  }): Promise<unknown>;
}

/** The tree as a flat list in its own order. Throws where a procedure lacks its guard or its summary. */
export function operationsOf(router: AnyRouter): readonly Operation[] {
  const procedures = router._def.procedures as Readonly<Record<string, Inside>>; // tRPC 11.19 keeps them flat
  return Object.entries(procedures).map(([path, procedure]) => operationOf(path, procedure));
}

function operationOf(path: string, procedure: Inside): Operation {
  const { type, meta, inputs, output } = procedure._def;
  if (!meta?.guard || !meta.summary) throw new Error(`${path} has no guard or no summary`);
  if (inputs.length > 1) throw new Error(`${path} has more than one input schema`);
  const [input] = inputs;
  return {
    path,
    changes: type === "mutation",
    guard: meta.guard,
    summary: meta.summary,
    rest: meta.rest ? restOf(meta.rest, meta.status) : null,
    cli: meta.cli ? cliOf(meta.cli) : null,
    input: input instanceof z.ZodObject ? input : null,
    output: output instanceof z.ZodType ? output : null,
    list: meta.list === true,
    download: meta.download ?? null,
    upload: meta.upload ?? null,
    slow: meta.slow === true,
    quiet: meta.quiet === true,
    call: (ctx, value, signal) =>
      procedure({
        ctx,
        path,
        type,
        getRawInput: () => Promise.resolve(value),
        input: undefined,
        signal,
        batchIndex: 0,
      }),
  };
}

function restOf(line: string, status = 200): Operation["rest"] {
  const [method = "", path = ""] = line.split(" ");
  return { method, path, status };
}

function cliOf(line: string): Operation["cli"] {
  const words = line.split(" ");
  const last = words.at(-1) ?? "";
  const positional = /^<(\w+)>$/.exec(last)?.[1] ?? null;
  return { words: positional === null ? words : words.slice(0, -1), positional };
}
