import type { inferRouterOutputs } from "@trpc/server";
import type { Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import type { AppRouter } from "../router.ts";
import { seconds } from "../shared/duration.ts";
import { DomainError } from "../shared/errors.ts";
import { withTimeout } from "../shared/with-timeout.ts";

/** The longest that a caller waits for a response (docs/security.md RAT-08). */
const HANDLER_DEADLINE = seconds(15);

/** Rejects with 503 after 15 seconds. The call itself continues, and its result is discarded. */
export const withDeadline = <T>(call: () => Promise<T>): Promise<T> =>
  withTimeout(call(), HANDLER_DEADLINE, tookTooLong);

const tookTooLong = () =>
  new DomainError("unavailable", "This took too long. Please try again.", { retryAfter: 5 });

type Outputs = inferRouterOutputs<AppRouter>;

/** What the procedure at `public.places.get` answers. */
type OutputAt<Tree, Path extends string> = Path extends keyof Tree
  ? Tree[Path]
  : Path extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Tree
      ? OutputAt<Tree[Head], Rest>
      : never
    : never;

/** Calls a procedure, within the deadline unless it is slow. Its schema checks the input, which is what a form or a link sent. */
export type Caller = <Path extends `public.${string}`>(
  path: Path,
  input: unknown,
) => Promise<OutputAt<Outputs, Path>>;

/** Binds the public procedures to the context of a request, for the pages and forms that work without JavaScript. */
export function createCaller(operations: readonly Operation[]): (context: Context) => Caller {
  const byPath = new Map(operations.map((operation) => [operation.path, operation]));
  return (context) =>
    async <Path extends string>(path: Path, input: unknown) => {
      const operation = byPath.get(path);
      if (!operation) throw new Error(`${path} does not exist`);
      const call = () => operation.call(context, input, context.call.signal);
      const output = await (operation.slow ? call() : withDeadline(call));
      return output as OutputAt<Outputs, Path>; // of the procedure at this path
    };
}
