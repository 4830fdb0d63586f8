import type Stripe from "stripe";
import { GATEWAY_TIMEOUT } from "./gateway.ts";
import { limitedFetch } from "./limited-fetch.ts";

/** Loads Stripe's library with its first use, as it would slow down every start. */
export async function openClient(secretKey: string, apiUrl: URL | undefined): Promise<Stripe> {
  const { default: StripeClient } = await import("stripe");
  return new StripeClient(secretKey, {
    httpClient: StripeClient.createFetchHttpClient(
      Object.assign(limitedFetch, { preconnect: fetch.preconnect }),
    ),
    timeout: GATEWAY_TIMEOUT,
    maxNetworkRetries: 0, // the reconciliation retries
    telemetry: false,
    ...(apiUrl && clientAddress(apiUrl)),
  });
}

const clientAddress = ({ hostname, port, protocol }: URL) => ({
  host: hostname,
  port: port || (protocol === "https:" ? 443 : 80),
  protocol: protocol === "https:" ? ("https" as const) : ("http" as const),
});
