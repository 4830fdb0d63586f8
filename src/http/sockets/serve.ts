import type { Log } from "../../core/logging/log.ts";
import { logBug, type Telemetry } from "../../core/logging/telemetry.ts";
import { errorLogFields } from "../../core/rpc/error-mapping.ts";
import { SettingError } from "../../env.ts";
import type { Dispatch } from "../app.ts";
import type { Peer } from "../calls.ts";

/**
 * Effectively unlimited: Bun would reject larger bodies with a response of its own. Each route limits its body itself.
 */
const BODY_MAX = Number.MAX_SAFE_INTEGER;
const IDLE_SECONDS = 20; // longer than the 15 s deadline of a call

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly log: Log;
  readonly telemetry?: Telemetry;
  /** Shorter in tests. */
  readonly idleSeconds?: number;
}

/** The connection of a request, read lazily because most requests are for pages, which do not need it. */
class Connection implements Peer {
  constructor(
    readonly server: Bun.Server<undefined>,
    readonly request: Request,
    readonly idleSeconds: number,
  ) {}

  address(): string | null {
    return this.server.requestIP(this.request)?.address ?? null;
  }

  setIdleTimeout(state: "on" | "off"): void {
    this.server.timeout(this.request, state === "on" ? this.idleSeconds : 0);
  }
}

/** Throws `SettingError` if nothing can listen on the address, which a start finds out before its longer steps. */
export async function checkAddress({ port, host }: Pick<ServeOptions, "port" | "host">): Promise<void> {
  try {
    await Bun.serve({ port, hostname: host, reusePort: false, fetch: () => new Response() }).stop(true);
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { port, host });
  }
}

/** Listens on a port; 0 means any free one. Throws `SettingError` if it cannot. */
export function serve(dispatch: Dispatch, options: ServeOptions): Bun.Server<undefined> {
  try {
    return listen(dispatch, options);
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, options);
  }
}

function listenError(
  error: NodeJS.ErrnoException,
  { port, host }: Pick<ServeOptions, "port" | "host">,
): SettingError {
  const sentences: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is already in use on ${host}.`,
    EACCES: `PORT ${port} on ${host} needs permissions that this user does not have.`,
    EADDRNOTAVAIL: `HOST must be an address of this machine, not "${host}".`,
    EINVAL: `HOST must be an address of this machine, not "${host}".`,
  };
  const sentence = sentences[error.code ?? ""];
  return new SettingError(sentence ?? `HOST and PORT cannot be used: ${error.message}.`, { cause: error });
}

function listen(
  dispatch: Dispatch,
  { port, host, log, telemetry = {}, idleSeconds = IDLE_SECONDS }: ServeOptions,
): Bun.Server<undefined> {
  return Bun.serve({
    port,
    hostname: host,
    reusePort: false, // else `development: false` turns it on, and another server gets half of the connections
    development: false, // otherwise an unexpected error would show its source
    maxRequestBodySize: BODY_MAX,
    idleTimeout: idleSeconds,
    fetch: (request, server) => dispatch(request, new Connection(server, request, idleSeconds)),
    error(error) {
      logBug(log, telemetry, error, errorLogFields(error));
      return Response.json({ error: "Internal server error", code: "INTERNAL" }, { status: 500 });
    },
  });
}
