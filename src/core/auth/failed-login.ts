import { DomainError } from "../../shared/errors.ts";
import { CHALLENGE } from "./authorize.ts";
import type { LockKind } from "./login-throttle.ts";

/** A wrong password or code: 401. Its properties are for the audit log and must not reach the caller. */
export class FailedLogin extends DomainError {
  constructor(
    sentence: string,
    /** Null if no such account exists. */
    readonly accountId: string | null,
    /** What this attempt locked; null if nothing. */
    readonly locks: LockKind | null,
    challenge: Readonly<Record<string, string>> = CHALLENGE,
  ) {
    super("unauthenticated", sentence, { headers: challenge });
  }
}
