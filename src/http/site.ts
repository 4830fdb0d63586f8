/** The built pages and files; the tests of calls do without. */
export interface Site {
  /** A page or file, or the 404 page. Undefined where the method is none for pages. */
  answer(request: Request, path: string): Response | undefined;
  /** The page that answers a form sent without JavaScript, with a sentence in it. */
  outcome(
    name: "waitlist-joined" | "waitlist-failed",
    sentence: string,
    status: number,
    headers: Headers,
  ): Response;
}
