import type { Context as FrameworkContext, MiddlewareHandler } from "hono";
import type { Context, Deps } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import type { createCaller } from "./caller.ts";
import type { Peer } from "./peer.ts";
import type { Site } from "./site.ts";

/** What a handler reads. Not the framework's own request: of a HEAD that is a stand-in. */
export interface HttpEnv {
  readonly Bindings: { readonly request: Request; readonly peer: Peer };
  readonly Variables: { context: Context };
}

export type HttpContext = FrameworkContext<HttpEnv>;
export type Middleware = MiddlewareHandler<HttpEnv>;
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
