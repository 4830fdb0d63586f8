const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"; // 32 of them, so that a byte's low 5 bits choose without bias
const LENGTH = 26; // 130 bits

/** A new id: 26 characters fit for URLs, file names and command lines, random from the first one. */
export function randomId(): string {
  let id = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) id += LETTERS[byte & 31];
  return id;
}
