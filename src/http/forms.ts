import type { Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { DomainError } from "../shared/errors.ts";
import { isForm, readText } from "./body.ts";
import { responseHeaders, toLoggedRefusal, withDeadline } from "./responses.ts";
import { methodNotAllowed } from "./rest.ts";
import type { Site } from "./site.ts";

const WAITLIST_FORM = "/waitlist";
const JOIN = "public.waitlist.join";

/** Paths that HTML forms post to in browsers without JavaScript. */
export const isFormPath = (path: string): boolean => path === WAITLIST_FORM;

/** Handles the waitlist form sent without JavaScript: calls the same procedure and responds with a page. */
export async function handleForm(
  request: Request,
  context: Context,
  operations: readonly Operation[],
  site: Site,
  baseHeaders: Readonly<Record<string, string>>,
): Promise<Response> {
  if (request.method !== "POST") throw methodNotAllowed(["POST"]);
  const { call } = context;
  try {
    const join = operations.find((operation) => operation.path === JOIN);
    if (!join) throw new Error(`${JOIN} does not exist`);
    const input = await readForm(request);
    const joined = await withDeadline(() => join.call(context, input, call.signal));
    const { message } = joined as { message: string }; // joinOutput checked it
    return site.outcome("waitlist-joined", message, 200, responseHeaders(baseHeaders, call));
  } catch (error) {
    const refusal = toLoggedRefusal(context, error);
    return site.outcome(
      "waitlist-failed",
      refusal.sentence,
      refusal.status,
      responseHeaders(baseHeaders, call),
    );
  }
}

async function readForm(request: Request): Promise<Record<string, unknown>> {
  if (!isForm(request.headers.get("content-type"))) {
    throw new DomainError("unsupportedMediaType", "Please send the form as it is");
  }
  const fields = Object.fromEntries(new URLSearchParams(await readText(request)));
  return { ...fields, isBetaTester: fields.isBetaTester !== undefined };
}
