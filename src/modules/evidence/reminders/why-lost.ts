import type { Tx } from "../../../db/client.ts";
import { issuerNames } from "../issuers.ts";
import type { RecordRow } from "../tier/record-of.ts";

/** What a record changed that took a tier away, in a sentence for the owner. */
export async function whyLost(tx: Tx, row: RecordRow): Promise<string> {
  if (row.kind === "answer") {
    const issuer = (await issuerNames(tx, [row.issuerId])).get(row.issuerId ?? "") ?? "The issuer";
    if (row.answer === "revoked") return `${issuer} has told us that it revoked the halal certificate.`;
    if (row.answer === "not_ours")
      return `${issuer} has told us that the halal certificate is not one of theirs.`;
    return `${issuer} has told us that the halal certificate has ended.`;
  }
  if (row.kind === "revocation") return "Our team withdrew a record that this was based on.";
  if (row.kind === "declaration") return "A new declaration about meat, alcohol and pork has been recorded.";
  return "What we know about this place has changed.";
}
