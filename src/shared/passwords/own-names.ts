import { foldCase, foldLookalikes, stemOf } from "./fold.ts";

/** Names that an attacker tries first: those of the account and of the product. */
export interface OwnNames {
  readonly username?: string;
  readonly email?: string;
  readonly brand: string;
}

export const TOO_COMMON = "This password is too common"; // docs/security.md AUT-03

/** Shorter names occur in good passwords by chance; one of them with digits and symbols around it is still refused. */
const MIN_NAME_LENGTH = 4;

/** Why a password is refused that contains a name; null if it contains none (docs/security.md AUT-03). */
export function ownNameProblem(password: string, names: OwnNames): string | null {
  const { username = "", email = "", brand } = names;
  if (contains(password, username)) return "The password must not contain the username";
  if (contains(password, email.split("@")[0] ?? "")) return "The password must not contain the email address";
  if (contains(password, brand)) return `The password must not contain the name ${brand}`;
  return null;
}

function contains(password: string, name: string): boolean {
  const plain = foldCase(password);
  const folded = foldName(name);
  if (folded === "") return false;
  if (folded.length < MIN_NAME_LENGTH) return foldName(plain.slice(...stemOf(plain))) === folded;
  return foldName(plain).includes(folded) || lettersAndDigits(foldLookalikes(plain)).includes(folded);
}

const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");
/** Without the spaces and signs in it, so that `noor-grill` is `Noor Grill`. */
const foldName = (name: string): string => foldLookalikes(lettersAndDigits(foldCase(name)));
