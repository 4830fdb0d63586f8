import type { Context } from "../../core/rpc/context.ts";
import type { Operation } from "../../core/rpc/operations.ts";
import { withDeadline } from "../responses.ts";

/** A request for a page about places. */
export interface PlaceRequest {
  readonly request: Request;
  readonly path: string;
  readonly context: Context;
  /** Calls a procedure of `public.places`. */
  readonly ask: <Output>(procedure: string, input: object) => Promise<Output>;
}

export function askOf(operations: readonly Operation[], context: Context): PlaceRequest["ask"] {
  return async <Output>(procedure: string, input: object) => {
    const operation = operations.find(({ path }) => path === `public.places.${procedure}`);
    if (!operation) throw new Error(`public.places.${procedure} does not exist`);
    return (await withDeadline(() => operation.call(context, input, context.call.signal))) as Output; // checked by the output schema
  };
}
