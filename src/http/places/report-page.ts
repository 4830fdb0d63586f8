import type { Operation } from "../../core/rpc/operations.ts";
import type { PublicPlace } from "../../modules/evidence/public/schema.ts";
import { readFields } from "../forms/forms.ts";
import { responseHeaders, toLoggedRefusal, withDeadline, withRequestId } from "../responses.ts";
import type { Site } from "../site.ts";
import type { HeaderList } from "../static-file.ts";
import type { PlaceRequest } from "./place-request.ts";

const SUBMIT = "public.reports.submit";
const NOTHING = { values: { kind: "", text: "", email: "" }, fields: {}, failure: null };

/** The form that reports a problem with a place, and its answer. It calls the same procedure as scripts do. */
export function createReportPage(operations: readonly Operation[], site: Site, pageHeaders: HeaderList) {
  const operation = operations.find(({ path }) => path === SUBMIT);
  if (!operation) throw new Error(`${SUBMIT} does not exist`);

  /** `place` is the one that the address names. Throws 404. */
  return async (asked: PlaceRequest, place: PublicPlace): Promise<Response> => {
    const { request, context } = asked;
    const pages = await site.places();
    if (request.method !== "POST") return page(asked, pages.report(place, NOTHING), 200);
    let values = NOTHING.values;
    try {
      const { kind = "", text = "", email = "", hp_note = "" } = await readFields(request);
      values = { kind, text, email };
      const input = { ...values, id: place.id, hp_note };
      await withDeadline(() => operation.call(context, input, context.call.signal));
      return page(asked, pages.reported(place), 200);
    } catch (error) {
      const { status, sentence, refusal } = toLoggedRefusal(context, error);
      const { fields = {} } = refusal;
      const failure = Object.keys(fields).length === 0 ? sentence : null;
      const html = pages.report(place, { values, fields, failure });
      return page(asked, withRequestId(html, context.call.requestId), status);
    }
  };

  function page({ context }: PlaceRequest, html: string, status: number): Response {
    const headers = responseHeaders(pageHeaders, context.call);
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    return new Response(html, { status, headers });
  }
}
