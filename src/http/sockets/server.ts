import type { Context as FrameworkContext } from "hono";
import type { CountRequest } from "../../core/logging/metrics.ts";
import type { Context, Deps } from "../../core/rpc/context.ts";
import type { Operation } from "../../core/rpc/operations.ts";
import type { ServerPages } from "../../web/build/manifest.ts";
import type { createCaller } from "../caller.ts";
import type { Peer } from "../calls.ts";

/** What a handler reads. Not the framework's own request: of a HEAD that is a stand-in. */
export interface HttpEnv {
  readonly Bindings: { readonly request: Request; readonly peer: Peer };
  readonly Variables: { context: Context };
}

export type HttpContext = FrameworkContext<HttpEnv>;
export type Handler = (c: HttpContext) => Promise<Response>;

/** What the handlers share, made once. */
export interface Server {
  readonly deps: Deps;
  readonly operations: readonly Operation[];
  readonly site: Site;
  /** The public procedures, for the call of a request. */
  readonly callerOf: ReturnType<typeof createCaller>;
  readonly callHeaders: Headers;
  readonly pageHeaders: Readonly<Record<string, string>>;
}

/** The part of the request's path at a position, as it was sent. */
export const segmentOf = (c: HttpContext, index: number): string => c.req.path.split("/")[index] ?? "";

/** The pages that respond to forms: of the waitlist, of leaving it, and of invitations. */
export type OutcomePage =
  | "waitlist-joined"
  | "waitlist-failed"
  | "waitlist-left"
  | "leave"
  | "left"
  | "rejoined"
  | "leave-unknown"
  | "beta"
  | "beta-accepted"
  | "beta-used"
  | "beta-unknown";

/** Serves the built pages and files. */
export interface Site {
  /** The addresses of the sheets that every page has: tokens, type and the common pieces. */
  readonly stylesheets: readonly string[];
  /** What renders the pages that the build cannot; loaded when it is first needed. */
  pages(): Promise<ServerPages>;
  /** A page or file, or the 404 page, and counts the request. Undefined if the method is not GET or HEAD. */
  respond(request: Request, path: string, count?: CountRequest): Response | undefined;
  /**
   * A page of a form that works without JavaScript, which shows `sentence` if it has a place for one, and each of
   * `values` where the page names it (`%city%`).
   */
  outcome(
    name: OutcomePage,
    sentence: string,
    status: number,
    headers: Headers,
    values?: Readonly<Record<string, string>>,
  ): Response;
}
