/** Serves the built pages and files. */
export interface Site {
  /** The address of the sheet that every page has: tokens, type and the common pieces. */
  readonly stylesheet: string;
  /** A page or file, or the 404 page. Undefined if the method is not GET or HEAD. */
  respond(request: Request, path: string): Response | undefined;
  /** The response to a form sent without JavaScript: a page that shows `sentence`. */
  outcome(
    name: "waitlist-joined" | "waitlist-failed",
    sentence: string,
    status: number,
    headers: Headers,
  ): Response;
}
