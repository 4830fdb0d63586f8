/** Signs that people write for letters; `i` and `l` count as one letter, because `1`, `!` and `|` can mean either. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "!": "l",
  "|": "l",
  i: "l",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
  "7": "t",
  "+": "t",
  "8": "b",
  "9": "g",
};

export const foldCase = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** Equal for `password` and `p4ssw0rd`. Takes text in lower case. */
export const foldLookalikes = (text: string): string =>
  text.replace(/[01!|i34@5$7+89]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** Where the digits and symbols before the first letter end, and where those after the last one begin. */
export function stemOf(text: string): readonly [number, number] {
  const start = text.search(/\p{L}/u);
  if (start === -1) return [0, 0];
  let end = start;
  // by code point: half of a letter outside the basic plane is no letter
  for (const { index, 0: letter } of text.matchAll(/\p{L}/gu)) end = index + letter.length;
  return [start, end];
}

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
