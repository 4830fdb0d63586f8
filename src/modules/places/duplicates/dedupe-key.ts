import { createHash } from "node:crypto";
import { foldedText } from "../../../shared/spelling/spelling.ts";

const MAX_PART = 200; // characters of each part; a longer one is shortened and gets a hash

interface Located {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
}

/** Equal for two entries of the same place, in any spelling: folded address, city, state and name, joined by bars. */
export const dedupeKeyOf = ({ address, city, state, name }: Located): string =>
  [part(address), part(city), state.toLowerCase(), part(name)].join("|");

function part(text: string): string {
  const plain = foldedText(text);
  if (plain.length <= MAX_PART) return plain;
  return `${plain.slice(0, MAX_PART / 2)} ${createHash("sha256").update(plain).digest("base64url")}`;
}
