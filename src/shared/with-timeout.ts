/**
 * Settles as `promise` does, or rejects with the error of `onTimeout` after `ms` milliseconds; 0 means no limit. The
 * work itself continues; its late result or failure is discarded.
 */
export function withTimeout<T>(promise: Promise<T>, ms: number, onTimeout: () => Error): Promise<T> {
  if (ms === 0) return promise;
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(onTimeout()), ms);
    const settled =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(timer);
        settle(value);
      };
    promise.then(settled(resolve), settled(reject));
  });
}

/** Resolves once `promise` has settled or `ms` milliseconds have passed. Rejects as the promise does. */
export async function waitAtMost(promise: Promise<unknown>, ms: number): Promise<void> {
  const elapsed = Promise.withResolvers<void>();
  const timer = setTimeout(elapsed.resolve, ms);
  try {
    await Promise.race([promise, elapsed.promise]);
  } finally {
    clearTimeout(timer);
  }
}
