import type { Encryption } from "../../../core/crypto/encryption.ts";
import type { Database } from "../../../db/client.ts";
import type { Settings } from "../../../env.ts";
import type { Gateway } from "./gateway.ts";
import { createSandbox } from "./sandbox.ts";
import { createStripe, OFF } from "./stripe.ts";

interface GatewayDeps {
  readonly settings: Settings;
  readonly db: Database;
  readonly encryption: Encryption;
  readonly now: () => Date;
}

/** The gateway that the settings name. */
export function createGateway({ settings, db, encryption, now }: GatewayDeps): Gateway {
  const { origin } = settings.publicUrl;
  const { gateway, stripe } = settings.payments;
  if (gateway === "sandbox") return createSandbox({ db, encryption, now, origin });
  if (gateway === "off") return OFF;
  const { secretKey = "", webhookSecret = "", apiUrl } = stripe; // the settings were refused without them
  return createStripe({ secretKey, webhookSecret, apiUrl, origin, brand: settings.brand.name });
}
