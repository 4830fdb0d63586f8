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

const PUBLIC = "public.places.";

/** Binds the procedures of `public.places` to the context of a request. */
export function createAsk(operations: readonly Operation[]): (context: Context) => PlaceRequest["ask"] {
  const byName = new Map(
    operations
      .filter(({ path }) => path.startsWith(PUBLIC))
      .map((operation) => [operation.path.slice(PUBLIC.length), operation]),
  );
  return (context) =>
    async <Output>(procedure: string, input: object) => {
      const operation = byName.get(procedure);
      if (!operation) throw new Error(`${PUBLIC}${procedure} does not exist`);
      return (await withDeadline(() => operation.call(context, input, context.call.signal))) as Output; // checked by the output schema
    };
}
