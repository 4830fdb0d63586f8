import type { Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { readText } from "./body.ts";
import { jsonResponse, withDeadline } from "./responses.ts";
import { methodNotAllowed } from "./rest.ts";

/** The only path that is exempt from the same-site check (docs/security.md CSR-07). */
export const WEBHOOK_PATH = "/api/support/payment/webhook";
export const WEBHOOK_OPERATION = "public.support.webhook";
const EVENT_MAX = 256 * 1_024; // bytes
/** The signature header of each gateway; an event carries one of them. */
export const SIGNATURE_HEADERS = ["stripe-signature", "sandbox-signature"];

/** Passes the body on unparsed, because the gateway's signature covers its exact bytes. */
export async function handleWebhook(
  request: Request,
  context: Context,
  operations: readonly Operation[],
  baseHeaders: Readonly<Record<string, string>>,
): Promise<Response> {
  if (request.method !== "POST") throw methodNotAllowed(["POST"]);
  const receive = operations.find((operation) => operation.path === WEBHOOK_OPERATION);
  if (!receive) throw new Error(`${WEBHOOK_OPERATION} does not exist`);
  const payload = await readText(request, EVENT_MAX);
  const signature =
    SIGNATURE_HEADERS.map((name) => request.headers.get(name)).find((sent) => sent !== null) ?? "";
  const { call } = context;
  const result = await withDeadline(() => receive.call(context, { payload, signature }, call.signal));
  return jsonResponse(baseHeaders, call, 200, result);
}
