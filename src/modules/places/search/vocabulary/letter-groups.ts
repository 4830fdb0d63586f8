const GROUP = 3; // bytes
const KINDS = 32; // of bytes: the letters from a to z differ

/** Which groups of three bytes occur in words, so that a text with another one is known to be in none of them. */
export class LetterGroups {
  readonly #seen = new Uint8Array(KINDS ** GROUP);

  add(words: Uint8Array): void {
    for (let at = 0; at + GROUP <= words.length; at += 1) this.#seen[groupAt(words, at)] = 1;
  }

  haveAllOf(text: Uint8Array): boolean {
    for (let at = 0; at + GROUP <= text.length; at += 1)
      if (this.#seen[groupAt(text, at)] === 0) return false;
    return true;
  }
}

const groupAt = (bytes: Uint8Array, at: number): number =>
  (kindOf(bytes[at]) * KINDS + kindOf(bytes[at + 1])) * KINDS + kindOf(bytes[at + 2]);

const kindOf = (byte = 0): number => byte % KINDS;
