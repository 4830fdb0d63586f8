import { type Operation, operationsOf } from "../src/core/rpc/operations.ts";
import { appRouter } from "../src/router.ts";

export const OPERATIONS = operationsOf(appRouter);

/** Throws if the tree has no such operation. */
export function operationNamed(path: string): Operation {
  const operation = OPERATIONS.find((each) => each.path === path);
  if (!operation) throw new Error(`there is no operation ${path}`);
  return operation;
}
