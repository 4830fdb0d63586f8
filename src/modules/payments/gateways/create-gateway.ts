import type { Encryption } from "../../../core/crypto/encryption.ts";
import type { Database } from "../../../db/client.ts";
import type { Settings } from "../../../env.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Gateway } from "./gateway.ts";
import { GATEWAY_TIMEOUT, GatewayUnavailable } from "./gateway.ts";
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
