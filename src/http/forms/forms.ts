import type { Context } from "../../core/rpc/context.ts";
import type { Operation } from "../../core/rpc/operations.ts";
import { DomainError } from "../../shared/errors.ts";
import { isForm, readText } from "../body.ts";
import { responseHeaders, toLoggedRefusal, withDeadline } from "../responses.ts";
import { methodNotAllowed } from "../rest.ts";
import type { Site } from "../site.ts";
import type { PageForm } from "./page-forms.ts";

/** Handles a form sent without JavaScript: calls the same procedure as the page's script and responds with a page. */
export async function handleForm(
  request: Request,
  form: PageForm,
  context: Context,
  operations: readonly Operation[],
  site: Site,
  pageHeaders: Readonly<Record<string, string>>,
): Promise<Response> {
  if (request.method !== "POST") throw methodNotAllowed(form.isPrivate ? ["GET", "POST"] : ["POST"]);
  const { call } = context;
  const headers = { ...pageHeaders, ...(form.isPrivate && { "Referrer-Policy": "no-referrer" }) };
  try {
    const operation = operations.find(({ path }) => path === form.operation);
    if (!operation) throw new Error(`${form.operation} does not exist`);
    const input = form.input(await readFields(request));
    const answer = await withDeadline(() => operation.call(context, input, call.signal));
    return site.outcome(form.pages.done, form.shown(answer), 200, responseHeaders(headers, call));
  } catch (error) {
    const { status, sentence } = toLoggedRefusal(context, error);
    return site.outcome(form.pages.failed, sentence, status, responseHeaders(headers, call));
  }
}

/** Throws 400, 413 and 415. */
export async function readFields(request: Request): Promise<Readonly<Record<string, string>>> {
  if (!isForm(request.headers.get("content-type"))) {
    throw new DomainError("unsupportedMediaType", "Please send the form as it is");
  }
  const fields = Object.fromEntries(new URLSearchParams(await readText(request)));
  if (fields.confirm !== undefined && fields.confirm !== fields.password)
    throw new DomainError("invalid", "Passwords do not match");
  return fields;
}
