import type { Deps } from "../../../core/rpc/context.ts";
import { suppressionsOf } from "./suppression.ts";

/** Those of the addresses that get no mail. Called by `waitlist`. */
export const suppressedAmong = async (deps: Deps, emails: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await suppressionsOf(deps, emails)).keys());
