import type { Issuer } from "../../../../modules/evidence/schema.ts";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { MailLink } from "../../../ui/mail-link/mail-link.tsx";
import { Day, None } from "../../../ui/table/cells.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { ISSUERS } from "./content.ts";
import { countryName } from "./countries.ts";
import { issuerParams } from "./list-search-params.ts";

/** Bodies that certify places, by name. */
export const issuerList = declareList({
  params: issuerParams,
  pageSize: 25,
  query: (utils, { q }) => utils.admin.issuers.list.queryOptions({ q }),
  words: {
    title: "Register",
    caption: "Issuers of halal certificates",
    note: "Bodies whose certificates can make a place verified.",
    failed: "The issuers could not be loaded",
    empty: "No issuer yet",
    emptyText: "Add the bodies whose certificates you accept. Without one, no certificate can be recorded.",
    noMatch: "No issuer matches",
  },
  rowActions: { look: "pinned", nameOf: ({ name }) => name },
  columns: [
    { head: "Name", look: "main", cell: ({ name }) => <UserText text={name} /> },
    { head: "Country", cell: ({ country }) => countryName(country) },
    { head: "Published address", look: "wide", cell: (issuer) => <Address issuer={issuer} /> },
    { head: "Website", cell: ({ site }) => (site ? <Site address={site} /> : <None />) },
    { head: "Added", cell: ({ createdAt }) => <Day at={createdAt} /> },
  ],
});

/** Without an address, its certificates cannot be confirmed by mail. */
const Address = ({ issuer: { address } }: { readonly issuer: Issuer }) =>
  address ? <MailLink address={address} /> : <Badge tone="warning">{ISSUERS.lookup}</Badge>;

const Site = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
  </a>
);
