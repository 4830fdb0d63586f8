import { createHash } from "node:crypto";

/** What a signup's own link passes on: the same as the generated column `referral_code`. */
export const referralCodeOf = (id: string): string => createHash("md5").update(id).digest("hex").slice(0, 12);
