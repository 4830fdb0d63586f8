import type { Encryption } from "../../../core/crypto/encryption.ts";
import type { Database } from "../../../db/client.ts";
import type { Settings } from "../../../env.ts";
import { DISABLED_GATEWAY } from "./disabled.ts";
import type { Gateway } from "./gateway.ts";
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
