import { AsyncLocalStorage } from "node:async_hooks";

/** An open transaction around the running code, and the outer ones. */
interface Scope {
  readonly owner: object;
  readonly outer: Scope | undefined;
  open: boolean;
}

const scopes = new AsyncLocalStorage<Scope | undefined>();

/**
 * Runs `work` as inside a transaction on `owner`. Once `work` has settled, code that it left running counts as
 * outside.
 */
export async function insideTransaction<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { owner, outer: scopes.getStore(), open: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.open = false;
  }
}

/** Throws inside a transaction on `owner`, where an embedded database would deadlock. */
export function assertOutsideTransaction(owner: object): void {
  for (let scope = scopes.getStore(); scope; scope = scope.outer) {
    if (scope.owner === owner && scope.open) {
      throw new Error("The outer database was used inside a transaction: use tx.");
    }
  }
}

/**
 * Runs `work` outside of open transactions, for background work that must not be part of the caller's. On an embedded
 * database, awaiting its result inside that transaction deadlocks.
 */
export function outsideTransaction<T>(work: () => T): T {
  return scopes.run(undefined, work);
}
