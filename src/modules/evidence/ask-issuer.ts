import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { LINK_PAGES } from "../../shared/mails/link-pages.ts";
import { linkUrl, post } from "../mail/service.ts";
import { issueLink } from "../one-time-links/service.ts";
import type { issuers } from "./table.ts";
import type { RecordRow } from "./tier/record-of.ts";

interface Asked {
  readonly row: RecordRow;
  readonly issuer: typeof issuers.$inferSelect;
  readonly place: { readonly name: string; readonly city: string; readonly state: string };
}

/** Asks an issuer by mail whether a certificate is its own. Does nothing for an issuer without an address. */
export async function askIssuer(tx: Tx, deps: Deps, { row, issuer, place }: Asked): Promise<void> {
  if (issuer.address === "") return;
  const link = await issueLink(tx, deps, { kind: "issuer-answer", ownerId: row.id, email: issuer.address });
  if (!link) return;
  const { brand } = deps.settings;
  await post(tx, deps, {
    to: issuer.address,
    kind: "issuer-question",
    // without the number: staff who have yet to read the certificate see the subjects of mails
    subject: `Is the halal certificate of ${place.name} yours?`,
    text: `Hello,

${brand.name} helps people find halal food. We check each halal certificate with the body that issued it.

${place.name} in ${place.city}, ${place.state} has a halal certificate from ${issuer.name}:

Number: ${row.number}
Valid from ${row.validFrom} to ${row.validUntil}

Please tell us whether it is valid, revoked or not yours. You do not need an account.

Answer about this certificate:
${linkUrl(deps, LINK_PAGES.issuerAnswer, link.token)}

The link works once, for 60 days.

${brand.name}`,
    secrets: [link.token],
  });
}
