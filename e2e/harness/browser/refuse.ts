import type { Route } from "@playwright/test";

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
  readonly retryAfter?: number;
}

/** Answers a call as the server refuses one. */
export const refuse = (route: Route, { status, code, sentence, retryAfter }: Refusal): Promise<void> => {
  const data = { error: sentence, code, requestId: "made-up", httpStatus: status };
  return route.fulfill({
    status,
    contentType: "application/json",
    headers: retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
    body: JSON.stringify([{ error: { json: { message: sentence, code: -32_600, data } } }]),
  });
};
