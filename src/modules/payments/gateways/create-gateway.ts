import type { Encryption } from "../../../core/crypto/encryption.ts";
import type { Database } from "../../../db/client.ts";
import type { Settings } from "../../../env.ts";
import { seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { GATEWAY_TIMEOUT, type Gateway, GatewayUnavailable, NotInThisAccount } from "./gateway.ts";
import { createSandbox } from "./sandbox.ts";
import { createStripe } from "./stripe.ts";

interface GatewayDeps {
  readonly settings: Settings;
  readonly db: Database;
  readonly encryption: Encryption;
  readonly now: () => Date;
}

/** The gateway of `PAYMENT_GATEWAY`. */
export function createGateway({ settings, db, encryption, now }: GatewayDeps): Gateway {
  const { origin } = settings.publicUrl;
  const { gateway, stripe } = settings.payments;
  if (gateway === "sandbox") return createSandbox({ db, encryption, now, origin });
  if (gateway === "off") return DISABLED_GATEWAY;
  const { secretKey = "", webhookSecret = "", apiUrl } = stripe; // env.ts requires them for Stripe
  return createStripe({ secretKey, webhookSecret, apiUrl, origin, brand: settings.brand.name });
}

/** `PAYMENT_GATEWAY=off`: visitors are shown the alternatives. */
const DISABLED_GATEWAY: Gateway = {
  name: "off",
  collectsCard: false,
  timeout: GATEWAY_TIMEOUT,
  createCheckout: () => Promise.reject(new GatewayUnavailable("No gateway is configured.")),
  findPayment: () => Promise.reject(new GatewayUnavailable("No gateway is configured.")),
  parseWebhook: () => Promise.reject(new DomainError("notFound", "There is nothing at this address")),
  checkAccess: async () => ({ kind: "granted", at: null }),
  ownsUrl: () => false,
};

// docs/security.md PAY-10
const FAILURES = 5;
const OPEN_FOR = seconds(30);

/** Guards the gateway: after `FAILURES` failures in a row it is not called for `OPEN_FOR`. */
interface CircuitBreaker {
  /** True while calls would fail at once: the gateway is off, or has just failed several times in a row. */
  isOpen(): boolean;
  /** Since when every call has failed, once it has been several in a row; null otherwise. */
  failingSince(): Date | null;
  /** Calls the gateway within its timeout. Throws `GatewayUnavailable` for any failure. */
  call<T>(work: () => Promise<T>): Promise<T>;
}

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly gatewayBreaker: CircuitBreaker;
  }
}

export function createCircuitBreaker(
  { name, timeout }: Pick<Gateway, "name" | "timeout">,
  now: () => Date,
): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  let firstFailure: Date | null = null;
  const isOpen = () => name === "off" || openUntil > now().getTime();

  async function call<T>(work: () => Promise<T>): Promise<T> {
    if (isOpen())
      throw new GatewayUnavailable("The gateway is off or has failed repeatedly: it is not called.");
    try {
      const result = await withTimeout(
        work(),
        timeout,
        () => new GatewayUnavailable("The gateway took too long."),
      );
      failures = 0;
      firstFailure = null;
      return result;
    } catch (cause) {
      failures = cause instanceof NotInThisAccount ? 0 : failures + 1;
      firstFailure = failures === 0 ? null : (firstFailure ?? now());
      if (failures >= FAILURES) openUntil = now().getTime() + OPEN_FOR;
      throw cause instanceof GatewayUnavailable
        ? cause
        : new GatewayUnavailable("The gateway did not answer.", { cause });
    }
  }

  const failingSince = () => (failures >= FAILURES ? firstFailure : null);
  return { isOpen, failingSince, call };
}
