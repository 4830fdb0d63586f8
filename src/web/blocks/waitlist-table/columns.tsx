import type { Signup } from "../../../modules/waitlist/schema.ts";
import { formatDay } from "../../lib/format-date.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import type { Column } from "../../ui/table/table.tsx";
import { SIGNUPS } from "./content.ts";
import type { SignupSort } from "./list-search-params.ts";

const NONE = <span className="table-none">{SIGNUPS.none}</span>;

export const signupColumns: readonly Column<Signup, SignupSort>[] = [
  {
    head: SIGNUPS.columns.name,
    look: "main",
    orders: [{ sort: "name", direction: "ascending" }],
    cell: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" "),
  },
  {
    head: SIGNUPS.columns.email,
    orders: [{ sort: "email", direction: "ascending" }],
    cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a>,
  },
  { head: SIGNUPS.columns.city, cell: ({ city }) => city ?? NONE },
  {
    head: SIGNUPS.columns.beta,
    cell: ({ isBetaTester }) => (isBetaTester ? <Badge tone="good">{SIGNUPS.betaTester}</Badge> : NONE),
  },
  {
    head: SIGNUPS.columns.joined,
    orders: [
      { sort: "newest", direction: "descending" },
      { sort: "oldest", direction: "ascending" },
    ],
    cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDay(createdAt)}</time>,
  },
];
