import type { TRPCLink } from "@trpc/client";
import { tap } from "@trpc/server/observable";
import { createContext, use, useSyncExternalStore } from "react";
import type { AppRouter } from "../../router.ts";

/** A change that staff made on these screens: the procedure and its input, without secrets. */
export interface Act {
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Keeps the last change that succeeded. */
export function createLastAct() {
  let last: Act | null = null;
  const listeners = new Set<() => void>();
  function keep(act: Act): void {
    last = act;
    for (const listener of listeners) listener();
  }
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op: { type, path, input }, op, next }) =>
      next(op).pipe(
        tap({
          next: () => type === "mutation" && STAFF.test(path) && keep({ path, input: withoutSecrets(input) }),
        }),
      );
  return {
    link,
    current: () => last,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as const;
}

/** Procedures of the back office, but not those that the screen calls by itself or that sign in and out. */
const STAFF =
  /^(admin|partnerManager|sync)\.(?!reviews\.viewers|session\.(log|reauth)|mfa|passkeys|recovery|devices)/;

const SECRET = /password|secret|token|^(user)?code$/i;

const withoutSecrets = (input: unknown): Act["input"] =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([name]) => !SECRET.test(name)));

export const LastActContext = createContext(createLastAct());

export function useLastAct(): Act | null {
  const { subscribe, current } = use(LastActContext);
  return useSyncExternalStore(subscribe, current, current);
}
