import type { Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { readText } from "./body.ts";
import { jsonResponse, withDeadline } from "./responses.ts";
import { methodNotAllowed } from "./rest.ts";

/** The gateway's webhook: the one path that is exempt from the cross-site rule (docs/security.md CSR-07). */
export const WEBHOOK_PATH = "/api/support/payment/webhook";
/** The procedure that takes them. */
export const WEBHOOK_OPERATION = "public.support.webhook";
const NOTICE_MAX = 256 * 1_024; // bytes
/** Headers, one a gateway, of which one comes with a notice. */
export const SIGNATURE_HEADERS = ["stripe-signature", "sandbox-signature"];

/** Hands the bytes over as they came: a signature is over them, not over what they mean. */
export async function handleWebhook(
  request: Request,
  context: Context,
  operations: readonly Operation[],
  fixed: Readonly<Record<string, string>>,
): Promise<Response> {
  if (request.method !== "POST") throw methodNotAllowed(["POST"]);
  const receive = operations.find((operation) => operation.path === WEBHOOK_OPERATION);
  if (!receive) throw new Error(`${WEBHOOK_OPERATION} is gone`);
  const payload = await readText(request, NOTICE_MAX);
  const signature =
    SIGNATURE_HEADERS.map((name) => request.headers.get(name)).find((sent) => sent !== null) ?? "";
  const { call } = context;
  const answer = await withDeadline(() => receive.call(context, { payload, signature }, call.signal));
  return jsonResponse(fixed, call, 200, answer);
}
