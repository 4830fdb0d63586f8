import { AsyncLocalStorage } from "node:async_hooks";

/** One open transaction on the way to the code that runs now, and the ones around it. */
interface Scope {
  readonly owner: object;
  readonly outer: Scope | undefined;
  open: boolean;
}

const scopes = new AsyncLocalStorage<Scope | undefined>();

/**
 * Runs `work` as the inside of a transaction on `owner`. Once `work` has settled, code that it left running
 * counts as outside again.
 */
export async function insideTransaction<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { owner, outer: scopes.getStore(), open: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.open = false;
  }
}

/** Throws where the caller runs inside a transaction on `owner`: on an embedded database it would deadlock. */
export function assertOutsideTransaction(owner: object): void {
  for (let scope = scopes.getStore(); scope; scope = scope.outer) {
    if (scope.owner === owner && scope.open) {
      throw new Error("The outer database was used inside a transaction: use tx.");
    }
  }
}

/**
 * Runs `work` as though no transaction were open around it, for background work that must not be part of the
 * caller's. Awaiting its result inside that transaction waits for ever on an embedded database.
 */
export function outsideTransaction<T>(work: () => T): T {
  return scopes.run(undefined, work);
}
