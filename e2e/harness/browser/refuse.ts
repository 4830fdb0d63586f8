import type { Route } from "@playwright/test";

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
  readonly retryAfter?: number;
}

/** Answers a call, and those that are sent with it, as the server refuses one. */
export const refuse = (route: Route, { status, code, sentence, retryAfter }: Refusal): Promise<void> => {
  const data = { error: sentence, code, requestId: "made-up", httpStatus: status };
  const calls = new URL(route.request().url()).pathname.split(",");
  return route.fulfill({
    status,
    contentType: "application/json",
    headers: retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
    body: JSON.stringify(calls.map(() => ({ error: { json: { message: sentence, code: -32_600, data } } }))),
  });
};
