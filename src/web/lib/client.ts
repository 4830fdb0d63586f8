import { createTRPCClient, httpBatchLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "../../router.ts";
import { BACKGROUND_HEADER } from "../../shared/background.ts";
import { minutes } from "../../shared/duration.ts";
import { readableAnswer } from "./errors.ts";

const BATCH_MAX = 10; // the server refuses larger batches

/** Sends the calls to the server. */
export const serverLink = () =>
  httpBatchLink<AppRouter>({
    url: "/trpc",
    maxItems: BATCH_MAX,
    transformer: superjson,
    headers: ({ opList }) => ({ ...keyOf(opList), ...backgroundHeader() }),
    fetch: async (url, options) =>
      readableAnswer(await fetch(url, { ...(options as RequestInit), credentials: "same-origin" })),
  });

/** A call whose context carries a key may be sent twice and is done once. */
function keyOf(calls: readonly { readonly context: Readonly<Record<string, unknown>> }[]) {
  const keys = calls.flatMap(({ context: { idempotencyKey } }) => idempotencyKey ?? []);
  return keys.length > 0 ? { "Idempotency-Key": String(keys[0]) } : {};
}

/**
 * For calls that make or check a session, also where there is no app yet. A refusal is the caller's to show: nothing
 * waits for a new sign-in.
 */
export const client = createTRPCClient<AppRouter>({ links: [serverLink()] });

const ACTIVE_FOR = minutes(1);

let touchedAt = Date.now();

function touch(): void {
  touchedAt = Date.now();
}

if (typeof document !== "undefined") {
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"]) {
    addEventListener(event, touch, { capture: true, passive: true });
  }
}

/** For calls that a page makes by itself: they must not keep the session of a person who has left alive. */
const backgroundHeader = (): Record<string, string> =>
  Date.now() - touchedAt > ACTIVE_FOR ? { [BACKGROUND_HEADER]: "true" } : {};
