import type { Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { readText } from "./body.ts";
import { type BaseHeaders, jsonResponse, withDeadline } from "./responses.ts";
import { methodNotAllowed } from "./rest.ts";

interface Webhook {
  readonly operation: string;
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
export async function handleWebhook(
  request: Request,
  { operation: path, headers, inputOf }: Webhook,
  context: Context,
  operations: readonly Operation[],
  baseHeaders: BaseHeaders,
): Promise<Response> {
  if (request.method !== "POST") throw methodNotAllowed(["POST"]);
  const receive = operations.find((operation) => operation.path === path);
  if (!receive) throw new Error(`${path} does not exist`);
  const payload = await readText(request, EVENT_MAX);
  const sent = headers.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const { call } = context;
  const input = inputOf(payload, Object.fromEntries(sent));
  const result = await withDeadline(() => receive.call(context, input, call.signal));
  return jsonResponse(baseHeaders, call, 200, result);
}
