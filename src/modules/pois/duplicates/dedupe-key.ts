import { createHash } from "node:crypto";
import { foldedText } from "../../../shared/spelling.ts";

const PART_MOST = 200; // characters of each part; a longer one is told apart by its hash

interface Located {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
}

/** What two entries of the same place share, spelling apart: address, city, state and name, a bar between them. */
export const dedupeKeyOf = ({ address, city, state, name }: Located): string =>
  [part(address), part(city), state.toLowerCase(), part(name)].join("|");

function part(text: string): string {
  const plain = foldedText(text);
  if (plain.length <= PART_MOST) return plain;
  return `${plain.slice(0, PART_MOST / 2)} ${createHash("sha256").update(plain).digest("base64url")}`;
}
