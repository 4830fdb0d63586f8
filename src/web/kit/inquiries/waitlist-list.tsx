import type { Signup } from "../../../modules/waitlist/schema.ts";
import { Badge } from "../page/badge.tsx";
import { declareList } from "../records/declare-list.ts";
import { signupParams } from "../records/lists.ts";
import { OpenRecord } from "../records/open-record.tsx";
import { Age, Day, None } from "../table/cells.tsx";
import { MailLink } from "../text/address-links.tsx";
import { UserText } from "../text/user-text.tsx";

export const fullName = ({ firstName, lastName }: Pick<Signup, "firstName" | "lastName">) =>
  [firstName, lastName].filter(Boolean).join(" ");

export const signupList = declareList({
  params: signupParams,
  views: "waitlist",
  query: (utils, input) => utils.admin.waitlist.list.queryOptions(input),
  words: {
    title: "Waitlist",
    isScreen: true,
    caption: "Waitlist signups",
    pages: "Pages of the waitlist",
    failed: "The waitlist could not be loaded",
    empty: "No signups yet",
    emptyText: "Share the landing page: signups appear here at once.",
    noMatch: "No signup matches",
    noMatchText: "Try part of a name, or the whole address.",
  },
  export: { path: "/api/admin/waitlist/export", file: "waitlist-signups.csv" },
  nameOf: ({ firstName }) => firstName,
  columns: [
    {
      head: "Name",
      look: "main",
      orders: [{ sort: "name", direction: "ascending" }],
      cell: (signup) => <OpenRecord screen="/admin/waitlist" id={signup.id} name={fullName(signup)} />,
    },
    {
      head: "Email",
      brief: true,
      orders: [{ sort: "email", direction: "ascending" }],
      cell: ({ email }) => <MailLink address={email} />,
    },
    { head: "City", cell: ({ city }) => (city ? <UserText text={city} /> : <None />) },
    {
      head: "Beta",
      cell: (signup) => <Beta signup={signup} />,
    },
    { head: "Address", cell: (signup) => <AddressState signup={signup} /> },
    { head: "Came from", cell: ({ source }) => <Source source={source} /> },
    {
      head: "Joined",
      brief: true,
      orders: [
        { sort: "newest", direction: "descending" },
        { sort: "oldest", direction: "ascending" },
      ],
      cell: ({ createdAt }) => <Age at={createdAt} />,
    },
  ],
});

function Beta({ signup: { isBetaTester, invitedAt, acceptedAt } }: { readonly signup: Signup }) {
  const at = acceptedAt ?? invitedAt;
  return (
    <>
      {isBetaTester ? <Badge tone="good">Beta tester</Badge> : <None />}
      {at && (
        <span className="table-sub">
          {acceptedAt ? "accepted" : "invited"} <Day at={at} />
        </span>
      )}
    </>
  );
}

/** Leaving outweighs the rest: no mail goes to someone who left. */
function AddressState({ signup: { confirmedAt, leftAt } }: { readonly signup: Signup }) {
  const at = leftAt ?? confirmedAt;
  if (!at) return <Badge>Not confirmed</Badge>;
  return (
    <>
      <Badge tone={leftAt ? "warning" : "good"}>{leftAt ? "Left" : "Confirmed"}</Badge>
      <span className="table-sub">
        <Day at={at} />
      </span>
    </>
  );
}

const FRIEND = "A friend's link";

/** Where people came from, as it is counted; a website has its own name. */
export const SOURCE_NAMES: Readonly<Record<string, string>> = {
  direct: "Direct",
  friend: FRIEND,
  other: "Other",
};

function Source({ source }: Pick<Signup, "source">) {
  const { utmSource, utmMedium, utmCampaign, referrer, ref } = source ?? {};
  const from = utmSource ?? referrer ?? (ref && FRIEND);
  if (!from) return <None />;
  const more = [utmMedium, utmCampaign, ref && from !== FRIEND && FRIEND].filter(Boolean);
  return (
    <>
      <UserText text={from} />
      {more.length > 0 && (
        <span className="table-sub">
          <UserText text={more.join(", ")} />
        </span>
      )}
    </>
  );
}
