import { relative } from "node:path";
import { buildInfo, PROGRAM_FOLDER } from "../../env/program.ts";
import { minutes, seconds } from "../../shared/duration.ts";
import { waitAtMost } from "../../shared/with-timeout.ts";
import { callsOf } from "../rpc/error-mapping.ts";
import type { Metrics } from "./metrics.ts";
import type { ErrorReports } from "./telemetry.ts";

/** The same bug is reported once in this time, with how often it came before. */
const AGAIN_AFTER = minutes(1);
/** Reports in a minute, of all bugs together. */
const PER_MINUTE = 20;
const POST_TIMEOUT = seconds(5);
const REST_AFTER_429 = seconds(60);
const CAUSES_MAX = 5;

type Facts = Readonly<Record<string, unknown>>;

/** Sends bugs as events of the protocol of Sentry, which GlitchTip takes too. */
export function openErrorReports(dsn: URL, now: () => number = Date.now): ErrorReports {
  const limits = new Limits(now);
  const running = new Set<Promise<void>>();
  let metrics: Metrics | undefined;
  const drop = () => metrics?.telemetryDropped.inc({ signal: "errors" });
  const post = async (event: Event) => {
    try {
      const response = await fetch(addressOf(dsn), {
        method: "POST",
        headers: { "Content-Type": "application/x-sentry-envelope", "X-Sentry-Auth": authorizationOf(dsn) },
        body: envelopeOf(event),
        redirect: "manual",
        signal: AbortSignal.timeout(POST_TIMEOUT),
      });
      await response.body?.cancel();
      if (response.status === 429) limits.rest(Number(response.headers.get("retry-after")) * seconds(1));
      if (!response.ok) drop();
    } catch {
      drop();
    }
  };
  return {
    report(error, facts) {
      const event = eventOf(error, facts, now());
      const repeated = limits.admit(event.fingerprint.join());
      if (repeated === null) return drop();
      const sent = post({ ...event, extra: { repeated } }).finally(() => running.delete(sent));
      running.add(sent);
    },
    watch(wanted) {
      metrics = wanted;
    },
    stop: (within) => waitAtMost(Promise.all(running), within),
  };
}

/** How many reports are sent, and how often the same one. */
class Limits {
  readonly #bugs = new Map<string, { readonly at: number; more: number }>();
  #sentAt: number[] = [];
  #restsUntil = 0;

  constructor(readonly now: () => number) {}

  /** How often a bug came since its last report; null if it is not to be sent. */
  admit(bug: string): number | null {
    const at = this.now();
    const last = this.#bugs.get(bug);
    this.#sentAt = this.#sentAt.filter((each) => at - each < minutes(1));
    const isRepeated = last !== undefined && at - last.at < AGAIN_AFTER;
    if (isRepeated || at < this.#restsUntil || this.#sentAt.length >= PER_MINUTE) {
      if (last) last.more += 1;
      return null;
    }
    for (const [key, each] of this.#bugs)
      if (at - each.at >= AGAIN_AFTER && key !== bug) this.#bugs.delete(key);
    this.#bugs.set(bug, { at, more: 0 });
    this.#sentAt.push(at);
    return last?.more ?? 0;
  }

  /** Sends nothing for a while, as the server asks. */
  rest(ms: number): void {
    this.#restsUntil = this.now() + (ms > 0 ? ms : REST_AFTER_429);
  }
}

interface Frame {
  readonly function: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
}

type Event = ReturnType<typeof eventOf> & { readonly extra?: object };

/** Without messages of errors, which may hold data of people: of each error its class, its SQLSTATE or code, and its stack. */
function eventOf(error: unknown, facts: Facts, at: number) {
  const { version, revision } = buildInfo;
  const { requestId, path, sqlState, code, constraint } = facts;
  const values = chainOf(error).map((each) => ({
    type: each.name === "Error" ? each.constructor.name : each.name,
    value: [sqlState, code, constraint].filter((fact) => fact !== undefined).join(" "),
    mechanism: { type: "generic", handled: true },
    stacktrace: { frames: framesOf(each) },
  }));
  const own = values.flatMap(({ stacktrace }) => stacktrace.frames).findLast((frame) => frame.in_app);
  return {
    event_id: crypto.randomUUID().replaceAll("-", ""),
    timestamp: at / seconds(1),
    platform: "node",
    level: "error",
    logger: "rihla",
    release: `rihla@${version}${revision === null ? "" : `+${revision}`}`,
    transaction: typeof path === "string" ? path : "none",
    tags: { route: path, request_id: requestId, sqlstate: sqlState, code, constraint },
    fingerprint: [values.map(({ type }) => type).join(), String(path), `${own?.filename} ${own?.function}`],
    exception: { values },
  };
}

/** The errors of a chain, its origin first, without the one that tRPC puts around another. */
function chainOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length < CAUSES_MAX; each = each.cause)
    if (each.name !== "TRPCError" || !(each.cause instanceof Error)) chain.unshift(each);
  return chain.length > 0 ? chain : [new Error("not an error")];
}

const CALL = /^(?:async )?(?:(.*?) \()?(.+?):(\d+):(\d+)\)?$/;

/** The stack, its outermost call first, with paths inside of this program. */
const framesOf = (error: Error): readonly Frame[] =>
  callsOf(error)
    .map((call) => CALL.exec(call))
    .filter((found) => found !== null)
    .map(([, name = "<anonymous>", file = "", line, column]) => ({
      function: name,
      filename: file.startsWith("/") ? relative(PROGRAM_FOLDER, file) : file,
      lineno: Number(line),
      colno: Number(column),
      in_app: !/node_modules|^node:|^native/.test(file),
    }))
    .reverse();

/** `https://KEY@host/path/PROJECT` has its events at `https://host/path/api/PROJECT/envelope/`. */
function addressOf({ origin, pathname }: URL): string {
  const end = pathname.lastIndexOf("/");
  return `${origin}${pathname.slice(0, end)}/api/${pathname.slice(end + 1)}/envelope/`;
}

const authorizationOf = ({ username }: URL): string =>
  `Sentry sentry_version=7, sentry_client=rihla/${buildInfo.version}, sentry_key=${username}`;

const envelopeOf = (event: Event): string =>
  [{ event_id: event.event_id, sent_at: new Date(event.timestamp * seconds(1)) }, { type: "event" }, event]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
