const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** A failure that our server did not write: an empty body, or the page of a proxy in front of it. */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";

  constructor(readonly response: Response) {
    super(statusLine(response));
  }
}

/** `502: Bad Gateway`. HTTP/2 sends no status text, so the standard one is used. */
export const statusLine = ({ status, statusText }: Pick<Response, "status" | "statusText">): string =>
  `${status}: ${statusText || REASONS[status] || "The server could not answer"}`;

/** The response itself; throws `UnreadableAnswer` for a failure without JSON. */
export async function readableAnswer(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (body === undefined) throw new UnreadableAnswer(response);
  return response;
}
