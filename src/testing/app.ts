import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, type AppConfig, createApp, createDeps } from "../app.ts";
import { givenClock } from "../core/clock.ts";
import { createEncryption, type Encryption } from "../core/crypto/encryption.ts";
import { createLog } from "../core/logging/log.ts";
import {
  type ActionContext,
  actingAs,
  type Deps,
  type OperatorPrincipal,
  type Ports,
} from "../core/rpc/context.ts";
import { internalCall } from "../core/rpc/internal-call.ts";
import { readEnv } from "../env.ts";
import type { Site } from "../http/sockets/server.ts";
import { type TestDatabase, testDatabase } from "./database/database.ts";

export const SECRET_KEY = "a key for tests with more than enough bytes";
/** 0.1 ms a hash, because the tests make thousands. */
export const CHEAP_HASHES = { memoryCost: 64, timeCost: 1 };
/** Weaker than `CHEAP_HASHES`, so that a sign-in replaces the hash. */
export const WEAKER_HASHES = { algorithm: "argon2id", memoryCost: 32, timeCost: 1 } as const;
const PAGE_ADDRESS = "http://localhost:3000";

/** A clock that only the test moves. */
export interface Clock {
  now: Date;
  forward(ms: number): void;
}

export interface TestRequest {
  readonly body?: unknown;
  /** Sent unchanged, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The socket's peer. */
  readonly from?: string | null;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  readonly json: any;
}

export interface TestApp {
  readonly app: App;
  readonly deps: Deps;
  readonly db: TestDatabase;
  readonly clock: Clock;
  send(line: string, sent?: TestRequest): Promise<TestResponse>;
  /** Runs an operation as the operator of the machine. */
  operate(path: string, input?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** A site without pages, which these tests do not need. */
export const noSite: Site = {
  respond: (request) =>
    request.method === "GET" || request.method === "HEAD" ? new Response("page", { status: 200 }) : undefined,
  stylesheets: ["/assets/app.css"],
  pages: () => Promise.reject(new Error("These tests render no pages")),
  outcome: (name, sentence, status, headers, values) =>
    new Response(`${name}: ${sentence}${values ? JSON.stringify(values) : ""}`, { status, headers }),
};

/** Where files go that no test looks at. */
const DATA_DIR = join(tmpdir(), `rihla-tests-${process.pid}`);

/** The whole product on a database of its own, without a port. Rate limits are off unless `environment` says otherwise. */
export async function testApp(
  environment: Record<string, string> = {},
  ports: Partial<Ports> = {},
  site: Site = noSite,
): Promise<TestApp> {
  const db = await testDatabase();
  const settings = readEnv({ RATE_LIMIT: "off", LOG_LEVEL: "silent", SECRET_KEY, DATA_DIR, ...environment });
  return instance({ settings, db, ports, encryption: createEncryption(SECRET_KEY) }, manualClock(), site);
}

/** Another server on the database and with the clock of `app`, with its own keys. Closing `app` closes the database. */
export const secondInstance = (
  { deps: { settings, ports }, db, clock }: TestApp,
  encryption: Encryption,
): TestApp => instance({ settings, db, ports, encryption }, clock, noSite);

type InstanceConfig = Pick<AppConfig, "settings" | "encryption" | "ports"> & { readonly db: TestDatabase };

function instance(config: InstanceConfig, clock: Clock, site: Site): TestApp {
  const deps = createDeps({
    ...config,
    log: createLog(config.settings.logLevel),
    clock: givenClock(() => clock.now),
    passwordCost: CHEAP_HASHES,
    onMissingAudit: (path) => {
      throw new Error(`${path} changed something and recorded no audit entry`);
    },
  });
  const app = createApp(deps, site);
  return {
    app,
    deps,
    db: config.db,
    clock,
    send: (line, sent) => send(app, line, sent),
    async operate(path, input) {
      const operation = app.operations.find((each) => each.path === path);
      if (!operation) throw new Error(`There is no operation ${path}`);
      const call = internalCall("cli", { kind: "operator", name: "tester" });
      return operation.call(app.contextOf(call), input);
    },
    close: () => config.db.close(),
  };
}

/** The context of a service that is called without a procedure, as the operator of the machine. */
export function operatorContext(deps: Deps, action: string): ActionContext<OperatorPrincipal> {
  const principal: OperatorPrincipal = { kind: "operator", name: "tester" };
  const call = internalCall("cli", principal);
  return actingAs({ deps, call, invocation: { action, auditRecords: 0 } }, principal);
}

function manualClock(): Clock {
  const clock: Clock = {
    now: new Date(),
    forward(ms) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
  };
  return clock;
}

/** `line` is `POST /api/waitlist`. */
async function send(app: App, line: string, { body, raw, headers, from = "192.0.2.1" }: TestRequest = {}) {
  const [method = "GET", path = "/"] = line.split(" ");
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const request = new Request(PAGE_ADDRESS + path, {
    method,
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(content !== undefined && { body: content as BodyInit }),
  });
  const response = await app.fetch(request, { address: () => from, setIdleTimeout: () => {} });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
