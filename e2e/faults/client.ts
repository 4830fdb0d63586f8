/** A response; null if the connection was lost first. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly ms: number;
}

interface Sending {
  /** The client's address, for a server that trusts one proxy. */
  readonly from?: string;
  readonly timeoutMs?: number;
}

const TIMEOUT = 20_000; // milliseconds

export async function post(
  url: string,
  body: object,
  { from, timeoutMs }: Sending = {},
): Promise<Reply | null> {
  const headers = { "Content-Type": "application/json", ...(from && { "X-Forwarded-For": from }) };
  return send(url, { method: "POST", headers, body: JSON.stringify(body) }, timeoutMs);
}

export async function send(url: string, init: RequestInit = {}, timeoutMs = TIMEOUT): Promise<Reply | null> {
  const started = performance.now();
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const text = await answer.text();
    const { status, headers } = answer;
    return { status, headers, body: objectOf(text), ms: performance.now() - started };
  } catch {
    return null;
  }
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}

/** Counts the responses by status; `none` means no response. */
export function countReplies(replies: readonly (Reply | null)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const reply of replies) {
    const key = reply === null ? "none" : String(reply.status);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

export const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([status, times]) => `${times} x ${status}`)
    .join(", ");
