import { GatewayAway } from "./gateway.ts";

const ANSWER_MAX = 1_024 * 1_024; // security OUT-09

/** `fetch` for a gateway: goes where it is sent and nowhere else, and reads no more than a gateway can have to say. */
export async function limitedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: "error" });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > ANSWER_MAX) throw new GatewayAway("The gateway's answer has no end.");
    parts.push(part);
  }
  const { status, statusText, headers } = answer;
  return new Response(Buffer.concat(parts), { status, statusText, headers });
}
