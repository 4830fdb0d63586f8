import { GatewayUnavailable } from "./gateway.ts";

const RESPONSE_MAX = 1_024 * 1_024; // bytes (docs/security.md OUT-09)

/** `fetch` for a gateway: follows no redirect and limits the size of the response. */
export async function limitedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
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
