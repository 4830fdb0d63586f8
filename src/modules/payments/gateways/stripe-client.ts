import type Stripe from "stripe";
import { GATEWAY_TIMEOUT, GatewayUnavailable } from "./gateway.ts";

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

const RESPONSE_MAX = 1_024 * 1_024; // bytes (docs/security.md OUT-09)

/** `fetch` for a gateway: follows no redirect and limits the size of the response. */
async function limitedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "error" });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > RESPONSE_MAX) throw new GatewayUnavailable("The gateway's response is too large.");
    parts.push(part);
  }
  const { status, statusText, headers } = response;
  return new Response(Buffer.concat(parts), { status, statusText, headers });
}
