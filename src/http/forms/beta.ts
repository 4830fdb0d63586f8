import type { Context } from "../../core/rpc/context.ts";
import type { Operation } from "../../core/rpc/operations.ts";
import { isForm, readText } from "../body.ts";
import { responseHeaders, toLoggedRefusal, withDeadline } from "../responses.ts";
import { methodNotAllowed } from "../rest.ts";
import type { Site } from "../site.ts";

const BETA_PATH = /^\/beta\/([^/]+)$/;

/** The code in the path of the page of an invitation; undefined for other paths. */
export const invitationCodeOf = (path: string): string | undefined => BETA_PATH.exec(path)?.[1];

/**
 * The page behind the link of an invitation, without JavaScript. GET shows a button and changes nothing, because mail
 * scanners open links; POST accepts, once. Exempt from the same-site check: the code alone decides.
 */
export async function handleInvitation(
  request: Request,
  code: string,
  context: Context,
  operations: readonly Operation[],
  site: Site,
  pageHeaders: Readonly<Record<string, string>>,
): Promise<Response> {
  const { call, deps } = context;
  if (!["GET", "HEAD", "POST"].includes(request.method)) throw methodNotAllowed(["GET", "POST"]);
  await deps.rateLimiter.take("api", call.address);
  const show = (name: Parameters<Site["outcome"]>[0], status: number, sentence = "") => {
    const headers = responseHeaders({ ...pageHeaders, "Referrer-Policy": "no-referrer" }, call);
    const page = site.outcome(name, sentence, status, headers);
    return request.method === "HEAD" ? new Response(null, page) : page;
  };
  const ask = (path: string) => {
    const operation = operations.find((each) => each.path === path);
    if (!operation) throw new Error(`${path} does not exist`);
    return withDeadline(() => operation.call(context, { code }, call.signal));
  };
  try {
    if (request.method !== "POST") {
      const { accepted } = (await ask("public.beta.show")) as { accepted: boolean };
      return show(accepted ? "beta-used" : "beta", 200);
    }
    if (isForm(request.headers.get("content-type"))) await readText(request);
    const { again } = (await ask("public.beta.accept")) as { again: boolean };
    return show(again ? "beta-used" : "beta-accepted", 200);
  } catch (error) {
    const { status, sentence } = toLoggedRefusal(context, error);
    return status === 404 ? show("beta-unknown", 404) : show("beta", status, sentence);
  }
}
