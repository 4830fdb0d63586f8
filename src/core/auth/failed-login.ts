import { DomainError } from "../../shared/errors.ts";
import { CHALLENGE } from "./authorize.ts";
import type { LockKind } from "./login-throttle.ts";

/** A wrong password or code: 401, with what the audit log keeps and the caller must not learn. */
export class FailedLogin extends DomainError {
  constructor(
    sentence: string,
    /** Null where there is no such account. */
    readonly accountId: string | null,
    /** What is locked from now on. */
    readonly locks: LockKind | null,
  ) {
    super("unauthenticated", sentence, { headers: CHALLENGE });
  }
}
