import { createPasswordChecks } from "./core/auth/check-password.ts";
import { createPasswords } from "./core/auth/passwords.ts";
import { createSessionStore, PARTNER_LIFETIME, STAFF_LIFETIME } from "./core/auth/sessions.ts";
import { type Clock, createClock } from "./core/clock.ts";
import type { Encryption } from "./core/crypto/encryption.ts";
import { createAnswers } from "./core/limits/answers.ts";
import type { QueueClient } from "./core/limits/fair-queue.ts";
import { createKeyedSemaphore } from "./core/limits/keyed-semaphore.ts";
import { createLongReads } from "./core/limits/long-reads.ts";
import { createRateLimiter } from "./core/limits/rate-limit.ts";
import { createUntrustedProxyWatch } from "./core/limits/untrusted-proxy.ts";
import { createDiskSpaceWatch } from "./core/logging/disk-space.ts";
import { createOutageLog, type Log } from "./core/logging/log.ts";
import { createMetrics } from "./core/logging/metrics.ts";
import { type Telemetry, tracedPort } from "./core/logging/telemetry.ts";
import type { Authenticator, Deps, Ports, State } from "./core/rpc/context.ts";
import { type Operation, operationsOf, type Program } from "./core/rpc/operations.ts";
import { runningCall } from "./core/rpc/running-call.ts";
import type { Database } from "./db/client.ts";
import type { Settings } from "./env.ts";
import { createDispatch, type Dispatch } from "./http/app.ts";
import { createAdminSocketHandler } from "./http/sockets/admin-socket.ts";
import type { Site } from "./http/sockets/server.ts";
import { staffByBasic, staffBySession, staffByToken } from "./modules/accounts/authenticate.ts";
import { staffSessions, staffUsers } from "./modules/accounts/table.ts";
import { endApprovals } from "./modules/accounts/tokens/service.ts";
import { createPlaceAddresses } from "./modules/directory/pages/addresses.ts";
import { createCardRenderer } from "./modules/directory/pages/card/card-renderer.ts";
import { createVisitCounter } from "./modules/directory/visits/counter.ts";
import { createFileStore } from "./modules/evidence/uploads/file-store.ts";
import { createUploadLimits } from "./modules/evidence/uploads/upload-limits.ts";
import { createUploadValidator } from "./modules/evidence/uploads/upload-validator.ts";
import { smtpMailer } from "./modules/mail/smtp.ts";
import { createSuccesses } from "./modules/maintenance/alerts/successes.ts";
import { createDecisionTimeCache } from "./modules/ownership/claims/queries.ts";
import { partnerBySession } from "./modules/partners/queries.ts";
import { partnerPeople, partnerSessions } from "./modules/partners/table.ts";
import { createCardTestingLimit } from "./modules/payments/checkout/card-testing.ts";
import { createCircuitBreaker, createGateway } from "./modules/payments/gateways/create-gateway.ts";
import { createGazetteer } from "./modules/places/gazetteer/gazetteer.ts";
import { createPlacesVersion } from "./modules/places/search/places-version.ts";
import { createVocabularyCache } from "./modules/places/search/vocabulary/vocabulary.ts";
import { createMainDatabase } from "./modules/sync/main-database/main-database.ts";
import { createSignupWriter } from "./modules/waitlist/join.ts";
import { createViewCounter } from "./modules/waitlist/sources/view-counter.ts";
import { MODULES } from "./modules.ts";
import { appRouter } from "./router.ts";
import { opensWith } from "./shared/people/accounts.ts";

/** The inputs of the composition root; tests replace some of them. */
export interface AppConfig {
  readonly settings: Settings;
  readonly encryption: Encryption;
  readonly db: Database;
  readonly log: Log;
  /** None without it. */
  readonly telemetry?: Telemetry;
  /** The one of the database without it. */
  readonly clock?: Clock;
  /** Fails a test; a server logs it instead. */
  readonly onMissingAudit?: (path: string) => void;
  /** Lower in tests. */
  readonly passwordCost?: { readonly memoryCost: number; readonly timeCost: number };
  /** Replaced by fakes in tests. */
  readonly ports?: Partial<Ports>;
}

/** Creates everything that calls share. */
export function createDeps({
  settings,
  encryption,
  db,
  log,
  telemetry = {},
  clock = createClock(db, log),
  onMissingAudit = (path) => log.error({ path }, "a mutation recorded no audit entry"),
  passwordCost,
  ports,
}: AppConfig): Deps {
  const { now } = clock;
  const metrics = createMetrics();
  const allPorts = tracedPorts(
    { telemetry, settings },
    {
      mailer: smtpMailer(settings),
      files: createFileStore(settings),
      mainDatabase: createMainDatabase(settings),
      gateway: createGateway({ settings, db, encryption, now }),
      ...ports,
    },
  );
  return {
    modules: MODULES,
    onMissingAudit,
    settings,
    db,
    clock,
    now,
    log,
    encryption,
    metrics,
    passwords: createPasswords(passwordCost, currentClient),
    rateLimiter: createRateLimiter(db, encryption, now, settings.rateLimit, metrics.countRefusal),
    sessions: {
      staff: createSessionStore(db, staffSessions, staffUsers, STAFF_LIFETIME, endApprovals),
      partner: createSessionStore(db, partnerSessions, partnerPeople, PARTNER_LIFETIME),
    },
    ports: allPorts,
    state: createState({ db, log, settings, now, ports: allPorts, telemetry }),
  };
}

/** Whose turn it is where clients take turns: the address that the running call came from. */
function currentClient(): QueueClient {
  const call = runningCall()?.call;
  return { key: call?.address ?? "none", signal: call?.signal };
}

/** Ports whose calls of other systems are spans, where a collector takes them. */
function tracedPorts(
  { telemetry, settings }: Pick<State, "telemetry"> & Pick<Deps, "settings">,
  ports: Ports,
): Ports {
  if (!telemetry.collector) return ports;
  const { mailer, files, mainDatabase, gateway } = ports;
  return {
    mailer: mailer && tracedPort(telemetry, "mail", mailer),
    files: settings.evidenceS3 ? tracedPort(telemetry, "bucket", files) : files,
    mainDatabase: tracedPort(telemetry, "main database", mainDatabase),
    gateway: tracedPort(telemetry, "gateway", gateway),
  };
}

/** What this process remembers between calls. */
function createState({
  db,
  log,
  settings,
  now,
  ports,
  telemetry,
}: Pick<Deps, "db" | "log" | "settings" | "now" | "ports"> & Pick<State, "telemetry">): State {
  return {
    telemetry,
    passwordChecks: createPasswordChecks(),
    registrations: createKeyedSemaphore(1),
    longReads: createLongReads(),
    uploads: createUploadLimits(),
    untrustedProxy: createUntrustedProxyWatch(db, log, settings, now),
    gazetteer: createGazetteer(),
    decisionTime: createDecisionTimeCache(),
    deepChecks: { running: false },
    stopping: new AbortController(),
    outages: createOutageLog(),
    diskSpace: createDiskSpaceWatch({ db, settings, now }),
    successes: createSuccesses({ db, now }),
    vocabulary: createVocabularyCache(db),
    placeAddresses: createPlaceAddresses(db),
    placesVersion: createPlacesVersion(db),
    answers: createAnswers(now),
    renderCard: createCardRenderer(),
    validateUpload: createUploadValidator(),
    signups: createSignupWriter(db),
    views: createViewCounter(db, log, now),
    visits: createVisitCounter(db, log, now),
    gatewayBreaker: createCircuitBreaker(ports.gateway, now),
    callsOfToken: createCallsOfToken(operationsOf(appRouter)),
    beginCardAttempt: createCardTestingLimit(settings.rateLimit, now),
  };
}

/** Lists the REST calls that a token opens, as `GET /api/admin/waitlist`. */
const createCallsOfToken =
  (operations: readonly Operation[]): Deps["state"]["callsOfToken"] =>
  (scopes, role) =>
    operations.flatMap(({ guard, rest, scopes: needed }) =>
      rest && guard.kind === "staff" && opensWith({ scopes: needed, roles: guard.roles }, scopes, role)
        ? [`${rest.method} ${rest.path}`]
        : [],
    );

export interface App extends Program {
  /** Handles a request from the network. */
  readonly fetch: Dispatch;
  /** Handles a request from the admin socket. */
  readonly fetchFromAdminSocket: (request: Request) => Promise<Response>;
}

/** Every procedure, and what it is called with. */
export function createProgram(deps: Deps): Program {
  const authenticator: Authenticator = {
    staffBySession: (token, polling) => staffBySession(deps, token, polling),
    staffByBasic,
    staffByToken,
    partnerBySession: (token, polling) => partnerBySession(deps, token, polling),
  };
  return { operations: operationsOf(appRouter), contextOf: (call) => ({ deps, authenticator, call }) };
}

/** The whole server without a port: every transport over the one router. */
export function createApp(deps: Deps, site: Site): App {
  const program = createProgram(deps);
  const { operations, contextOf } = program;
  return {
    ...program,
    fetch: createDispatch(deps, operations, contextOf, site),
    fetchFromAdminSocket: createAdminSocketHandler(operations, contextOf, deps.settings),
  };
}
