import { type OwnNames, ownNameProblem, TOO_COMMON } from "../../../shared/passwords/own-names.ts";

export interface PasswordAdvice {
  readonly level: "weak" | "fair" | "good" | "strong";
  readonly sentence: string;
}

interface Rules {
  /** In code points. */
  readonly min: number;
  /** The names that a staff password must not contain; null for a partner's. */
  readonly names: OwnNames | null;
  /** Null until the list has loaded. */
  readonly isCommon: ((password: string) => boolean) | null;
}

/** Rated by length, as NIST SP 800-63B does: digits and symbols make a password harder to remember, not to guess. */
const GOOD_FROM = 10;
const STRONG_FROM = 14;

/** Feedback on a new password; null while it is too short to rate. */
export function passwordAdvice(password: string, { min, names, isCommon }: Rules): PasswordAdvice | null {
  const length = [...password].length;
  if (length < min) return null;
  const problem = isCommon?.(password) ? TOO_COMMON : names && ownNameProblem(password, names);
  if (problem !== null)
    return { level: "weak", sentence: `${problem}. Three or four random words make a good password.` };
  const variety = Math.min(length, 2 * new Set(password).size); // a repeated character adds little
  if (variety >= STRONG_FROM) return { level: "strong", sentence: "Strong password." };
  if (variety >= GOOD_FROM) return { level: "good", sentence: "Good password." };
  return { level: "fair", sentence: "Accepted. A longer one is safer." };
}
