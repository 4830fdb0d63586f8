/**
 * Settles as `promise` does, or rejects with the error of `onTimeout` after `ms` milliseconds; 0 means no limit. The
 * work itself continues; its late result or failure is discarded.
 */
export function withTimeout<T>(promise: Promise<T>, ms: number, onTimeout: () => Error): Promise<T> {
  if (ms === 0) return promise;
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(onTimeout()), ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
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

/**
 * Settles as `promise` does, or rejects with the reason of `signal` once that is aborted, after calling `onAbort`. The work
 * itself continues; its late result or failure is discarded.
 */
export function untilAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  onAbort: () => void = () => {},
): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      onAbort();
      reject(signal.reason);
    };
    const settled =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        signal.removeEventListener("abort", abort);
        settle(value);
      };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    promise.then(settled(resolve), settled(reject));
  });
}

interface Deadline {
  readonly ms: number;
  readonly onTimeout: () => Error;
  readonly signal: AbortSignal | undefined;
}

/** Runs `work` with a signal that is aborted with `signal`, or with the error of `onTimeout` after `ms` milliseconds. */
export async function withDeadline<T>(
  { ms, onTimeout, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(onTimeout()), ms);
  try {
    return await work(signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}
