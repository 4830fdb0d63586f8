import { readText } from "./body.ts";
import { methodNotAllowed } from "./guards.ts";
import { jsonResponse } from "./responses.ts";
import type { Handler, Server } from "./server.ts";

interface Webhook {
  readonly operation: `public.${string}`;
  readonly summary: string;
  /** The headers that sign an event. */
  readonly headers: readonly string[];
  readonly inputOf: (payload: string, sent: Readonly<Record<string, string>>) => unknown;
}

/** The only paths that are exempt from the same-site check (docs/security.md CSR-07). */
export const WEBHOOKS: Readonly<Record<string, Webhook>> = {
  "/api/support/payment/webhook": {
    operation: "public.support.webhook",
    summary: "Receive a payment event from the gateway",
    headers: ["stripe-signature", "sandbox-signature"],
    inputOf: (payload, sent) => ({ payload, signature: Object.values(sent)[0] ?? "" }),
  },
  "/api/mail/events": {
    operation: "public.mail.events",
    summary: "Receive bounces and complaints from the mail provider",
    headers: ["authorization", "svix-id", "svix-timestamp", "svix-signature"],
    inputOf: (payload, headers) => ({ payload, headers }),
  },
};

const EVENT_MAX = 256 * 1_024; // bytes

/** Passes the body on unparsed, because the signature covers its exact bytes. */
export const receive =
  ({ callerOf, callHeaders }: Server, { operation, headers, inputOf }: Webhook): Handler =>
  async (c) => {
    const { request } = c.env;
    if (request.method !== "POST") throw methodNotAllowed(["POST"]);
    const payload = await readText(request, EVENT_MAX);
    const sent = headers.flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const context = c.get("context");
    const result = await callerOf(context)(operation, inputOf(payload, Object.fromEntries(sent)));
    return jsonResponse(callHeaders, context.call, 200, result);
  };
