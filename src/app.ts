import { createPasswordChecks } from "./core/auth/check-password.ts";
import { createPasswords } from "./core/auth/passwords.ts";
import { createSessionStore, PARTNER_LIFETIME, STAFF_LIFETIME } from "./core/auth/sessions.ts";
import { createEncryption } from "./core/crypto/encryption.ts";
import { createKeyedSemaphore } from "./core/limits/keyed-semaphore.ts";
import { createRateLimiter } from "./core/limits/rate-limit.ts";
import type { Log } from "./core/logging/log.ts";
import { createMetrics } from "./core/logging/metrics.ts";
import type { Authenticator, Call, Context, Deps, Ports } from "./core/rpc/context.ts";
import { type Operation, operationsOf } from "./core/rpc/operations.ts";
import type { Database } from "./db/client.ts";
import type { Settings } from "./env.ts";
import { createAdminSocketHandler } from "./http/admin-socket/server.ts";
import { createDispatch, type Dispatch } from "./http/dispatch.ts";
import type { Site } from "./http/site.ts";
import { staffByBasic, staffBySession } from "./modules/accounts/authenticate.ts";
import { staffSessions, staffUsers } from "./modules/accounts/table.ts";
import { createFileStore } from "./modules/claims/evidence/file-store.ts";
import { createUploadLimits } from "./modules/claims/evidence/upload-limits.ts";
import { createUploadValidator } from "./modules/claims/evidence/upload-validator.ts";
import { smtpMailer } from "./modules/mail/smtp.ts";
import { partnerBySession } from "./modules/partners/queries.ts";
import { partnerSessions, partners } from "./modules/partners/table.ts";
import { createCardTestingLimit } from "./modules/payments/checkout/card-testing.ts";
import { createCircuitBreaker } from "./modules/payments/gateways/circuit-breaker.ts";
import { createGateway } from "./modules/payments/gateways/create-gateway.ts";
import { createVocabularyCache } from "./modules/pois/search/vocabulary.ts";
import { createMainDatabase } from "./modules/sync/main-database/main-database.ts";
import { createSignupWriter } from "./modules/waitlist/join.ts";
import { appRouter } from "./router.ts";

/** What the composition root and the tests give; the rest follows from it. */
export interface AppConfig {
  readonly settings: Settings;
  readonly secretKey: string;
  readonly db: Database;
  readonly log: Log;
  readonly now?: () => Date;
  /** Tests fail on it; a server says it in its log. */
  readonly onMissingAudit?: (path: string) => void;
  /** Tests hash cheaply. */
  readonly passwordCost?: { readonly memoryCost: number; readonly timeCost: number };
  /** Tests put gateways of their own here. */
  readonly ports?: Partial<Ports>;
}

/** Everything that a call can need, wired once. */
export function createDeps({
  settings,
  secretKey,
  db,
  log,
  now = () => new Date(),
  onMissingAudit,
  passwordCost,
  ports,
}: AppConfig): Deps {
  const encryption = createEncryption(secretKey);
  const allPorts: Ports = {
    mailer: smtpMailer(settings),
    files: createFileStore(settings),
    mainDatabase: createMainDatabase(settings),
    gateway: createGateway({ settings, db, encryption, now }),
    ...ports,
  };
  const warn = (path: string) => log.error({ path }, "a change left no act in the audit log");
  return {
    onMissingAudit: onMissingAudit ?? warn,
    settings,
    db,
    now,
    log,
    encryption,
    metrics: createMetrics(),
    passwords: createPasswords(passwordCost),
    rateLimiter: createRateLimiter(db, encryption, now, settings.rateLimit),
    sessions: {
      staff: createSessionStore(db, staffSessions, staffUsers, STAFF_LIFETIME),
      partner: createSessionStore(db, partnerSessions, partners, PARTNER_LIFETIME),
    },
    ports: allPorts,
    state: {
      passwordChecks: createPasswordChecks(),
      registrations: createKeyedSemaphore(1),
      uploads: createUploadLimits(),
      vocabulary: createVocabularyCache(db),
      validateUpload: createUploadValidator(),
      writeSignup: createSignupWriter(db),
      gatewayBreaker: createCircuitBreaker(allPorts.gateway, now),
      beginCardAttempt: createCardTestingLimit(settings.rateLimit, now),
    },
  };
}

export interface App {
  /** Answers a request from the network; `peer` is the socket's address. */
  readonly fetch: Dispatch;
  /** Answers a request from the operators' socket. */
  readonly fetchFromSocket: (request: Request) => Promise<Response>;
  readonly operations: readonly Operation[];
  readonly contextOf: (call: Call) => Context;
}

/** The whole product without a port: every door over the one tree. */
export function createApp(deps: Deps, site: Site): App {
  const authenticator: Authenticator = {
    staffBySession: (token, quiet) => staffBySession(deps, token, quiet),
    staffByBasic,
    partnerBySession: (token, quiet) => partnerBySession(deps, token, quiet),
  };
  const contextOf = (call: Call): Context => ({ deps, authenticator, call });
  const operations = operationsOf(appRouter);
  return {
    fetch: createDispatch(deps, operations, contextOf, site),
    fetchFromSocket: createAdminSocketHandler(operations, contextOf, deps.settings),
    operations,
    contextOf,
  };
}
