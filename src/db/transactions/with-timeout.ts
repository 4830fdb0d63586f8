import { DatabaseUnavailable } from "../errors.ts";

/**
 * The answer, or `DatabaseUnavailable` with `sentence` after `ms` milliseconds (0: waits for ever). What comes later
 * is dropped; `overdue` is called at the limit.
 */
export function withTimeout<T>(
  answer: Promise<T>,
  ms: number,
  sentence: string,
  overdue = () => {},
): Promise<T> {
  if (ms === 0) return answer;
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      overdue();
      reject(new DatabaseUnavailable(sentence));
    }, ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
