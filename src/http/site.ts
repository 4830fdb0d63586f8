import type { CountRequest } from "../core/logging/metrics.ts";
import type { PlaceDocuments } from "../web/build/manifest.ts";

type LinkPath = `/${string}`;

/** The pages that respond to forms: of the waitlist, of leaving it, and of mailed links by their paths. */
export type OutcomePage =
  | "waitlist-joined"
  | "waitlist-joined-beta"
  | "waitlist-failed"
  | "leave"
  | "left"
  | "leave-unknown"
  | "beta"
  | "beta-accepted"
  | "beta-used"
  | "beta-unknown"
  | `${LinkPath}.${"done" | "failed"}`;

/** Serves the built pages and files. */
export interface Site {
  /** The addresses of the sheets that every page has: tokens, type and the common pieces. */
  readonly stylesheets: readonly string[];
  /** What renders the public pages about places; loaded when it is first needed. */
  places(): Promise<PlaceDocuments>;
  /** A page or file, or the 404 page, and counts the request. Undefined if the method is not GET or HEAD. */
  respond(request: Request, path: string, count?: CountRequest): Response | undefined;
  /**
   * A page of a form that works without JavaScript, which shows `sentence` if it has a place for one, and each of
   * `values` where the page names it (`%city%`).
   */
  outcome(
    name: OutcomePage,
    sentence: string,
    status: number,
    headers: Headers,
    values?: Readonly<Record<string, string>>,
  ): Response;
}
