import { expect } from "bun:test";

/** The error that `work` rejects with. Fails the test if it resolves. */
export const failureOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
