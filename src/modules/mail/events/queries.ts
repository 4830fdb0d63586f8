import type { Deps } from "../../../core/rpc/context.ts";
import { suppressionsOf } from "./suppression.ts";

/** Which of these addresses, in any spelling, get no mail. */
export async function suppressedAmong(
  deps: Deps,
  emails: readonly string[],
): Promise<(email: string) => boolean> {
  const reasonOf = await suppressionsOf(deps, emails);
  return (email) => reasonOf(email) !== undefined;
}
