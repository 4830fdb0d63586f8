import { createHash } from "node:crypto";

/** All that the database keeps of a token. It has no key, because a token is random and too long to be guessed. */
export const tokenHashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
