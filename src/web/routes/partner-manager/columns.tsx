import { formatDay } from "../../lib/format-date.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import type { Column } from "../../ui/table/table.tsx";
import { PARTNERS } from "./content.ts";
import type { PartnerSort } from "./list-search-params.ts";
import type { Partner } from "./use-partners.ts";

interface RowActions {
  readonly edit: (partner: Partner) => void;
  readonly remove: (partner: Partner) => void;
}

export function partnerColumns(act: RowActions): readonly Column<Partner, PartnerSort>[] {
  const { columns } = PARTNERS;
  return [
    {
      head: columns.business,
      look: "main",
      orders: [{ sort: "business", direction: "ascending" }],
      cell: ({ businessName, email }) => (
        <>
          {businessName}
          <a className="table-sub" href={`mailto:${email}`}>
            {email}
          </a>
        </>
      ),
    },
    {
      head: columns.contact,
      cell: ({ contactName, phone }) => (
        <>
          {contactName}
          {phone && <span className="table-sub">{phone}</span>}
        </>
      ),
    },
    {
      head: columns.status,
      cell: ({ isVerified }) => (
        <Badge tone={isVerified ? "good" : "warning"}>
          {isVerified ? PARTNERS.verified : PARTNERS.pending}
        </Badge>
      ),
    },
    {
      head: columns.created,
      orders: [
        { sort: "newest", direction: "descending" },
        { sort: "oldest", direction: "ascending" },
      ],
      cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDay(createdAt)}</time>,
    },
    { head: columns.actions, cell: (partner) => <Actions partner={partner} act={act} /> },
  ];
}

function Actions({ partner, act }: { readonly partner: Partner; readonly act: RowActions }) {
  const { businessName } = partner;
  return (
    <div className="table-actions">
      <Button
        look="quiet"
        className="button-tiny"
        aria-label={PARTNERS.editOf(businessName)}
        onClick={() => act.edit(partner)}
      >
        {PARTNERS.edit}
      </Button>
      <Button
        look="quiet"
        className="button-tiny button-grave"
        aria-label={PARTNERS.deleteOf(businessName)}
        onClick={() => act.remove(partner)}
      >
        {PARTNERS.delete}
      </Button>
    </div>
  );
}
