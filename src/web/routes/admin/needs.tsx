import { Link, type LinkProps } from "@tanstack/react-router";
import type { z } from "zod";
import type { queueCounts, summaryOutput } from "../../../modules/backoffice/dashboard/schema.ts";
import type { queuePage } from "../../../modules/reviews/schema.ts";
import { formatDueDay, formatElapsed } from "../../../shared/format.ts";
import { PROMISED } from "../../kit/inquiries/reply.tsx";
import { ListCard } from "../../kit/page/card.tsx";
import { EmptyState, Loaded, type Loading } from "../../kit/page/states.tsx";
import { ADMINS } from "../../kit/staff/roles.ts";
import { useStaff } from "../../kit/staff/use-staff.ts";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { useNow } from "../../lib/now.ts";

/** One thing that needs a person. */
interface Need {
  readonly title: string;
  readonly text: string | null;
  readonly late?: boolean;
  /** Where it is done; nowhere on these screens without it. */
  readonly to?: Pick<LinkProps, "to" | "search">;
}

type Summary = z.output<typeof summaryOutput>;
type QueueCounts = z.output<typeof queueCounts>;

/** What needs a person now, late things first. */
export function NeedsNow() {
  const { role } = useStaff();
  const isAdmin = ADMINS.includes(role);
  const { sendsEmail } = useBrand();
  const now = useNow();
  const summary = trpc.admin.dashboard.summary.useQuery(undefined, { enabled: isAdmin });
  const cases = trpc.admin.reviews.queue.useQuery({ limit: 1 });
  const queues = trpc.admin.reviews.counts.useQuery();
  const loaded =
    cases.data && queues.data && (summary.data || !isAdmin)
      ? [
          ...(summary.data ? brokenNeeds(summary.data) : []),
          ...(summary.data ? inquiryNeeds(summary.data, now) : []),
          ...caseNeeds(cases.data),
          ...queueNeeds(queues.data),
          ...(isAdmin ? [] : partnerNeeds(queues.data.partners)),
          ...(summary.data ? spamNeeds(summary.data.heldBack) : []),
          ...(isAdmin && !sendsEmail ? [NO_MAIL_SERVER] : []),
        ]
      : undefined;
  const query: Loading<readonly Need[]> = {
    data: loaded?.toSorted((one, other) => Number(other.late ?? false) - Number(one.late ?? false)),
    error: summary.error ?? cases.error ?? queues.error,
    refetch: () => Promise.all([isAdmin && summary.refetch(), cases.refetch(), queues.refetch()]),
  };
  return (
    <ListCard title="Needs attention now">
      <Loaded query={query} failed={FAILED} rows={3}>
        {(needs) =>
          needs.length === 0 ? (
            <EmptyState title="Nothing needs your attention" />
          ) : (
            <ul className="home-needs">
              {needs.map((need) => (
                <li key={need.title}>
                  <NeedRow need={need} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </ListCard>
  );
}

export const FAILED = "The dashboard could not be loaded";

function NeedRow({ need: { title, text, late, to } }: { readonly need: Need }) {
  const words = (
    <>
      <span className="home-need-title">{title}</span> <span className="home-need-text">{text}</span>
    </>
  );
  const look = { className: "home-need", "data-late": late || undefined };
  if (!to) return <p {...look}>{words}</p>;
  return (
    <Link {...look} {...to}>
      {words} <span className="home-need-open">Open</span>
    </Link>
  );
}

const countedTitle = (count: number, [one, many]: readonly [one: string, many: string]): string =>
  count === 1 ? one : `${count} ${many}`;

const MAILS = { to: "/admin/mails" } as const;

/** What stops the site from working as it should. */
const brokenNeeds = ({ mailStopped, untrustedProxyAt }: Summary): readonly Need[] => [
  ...(mailStopped
    ? [
        {
          title: "Bulk email is stopped",
          text: `${mailStopped.reason}. Sending more could get all our email blocked. Find the cause, then resume.`,
          late: true,
          to: MAILS,
        },
      ]
    : []),
  ...(untrustedProxyAt
    ? [
        {
          title: "The server sees all visitors as one client",
          text: "One person's failed sign-ins can lock everyone out. Ask the server's operator to set TRUST_PROXY.",
          late: true,
        },
      ]
    : []),
];

const NO_MAIL_SERVER: Need = {
  title: "No email can be sent",
  text: "Emails wait until a mail server is set up. Ask the server's operator to set MAIL_URL.",
  to: MAILS,
};

function inquiryNeeds({ inquiries: { waiting, oldestWaiting } }: Summary, now: number): readonly Need[] {
  if (waiting === 0) return [];
  const age = now - (oldestWaiting?.getTime() ?? now);
  const late = age > PROMISED;
  return [
    {
      title: countedTitle(waiting, ["1 inquiry is waiting for a reply", "inquiries are waiting for a reply"]),
      text: late
        ? `The oldest has waited ${formatElapsed(age)}; a reply is promised within 24 hours.`
        : "A reply is promised within 24 hours.",
      late,
      to: { to: "/admin/inquiries", search: { answered: false, sort: "oldest" } },
    },
  ];
}

const reviewsLate = (late: number) => `${late} late: an answer within 3-5 business days is promised.`;

function caseNeeds({ counts, items: [first] }: z.output<typeof queuePage>): readonly Need[] {
  const waiting = counts.claims + counts.requests;
  if (waiting === 0) return [];
  return [
    {
      title: countedTitle(waiting, [
        "1 claim or request is waiting for review",
        "claims and requests are waiting for review",
      ]),
      text:
        counts.late > 0
          ? reviewsLate(counts.late)
          : first?.dueBy
            ? `None is late. The next answer is promised by ${formatDueDay(first.dueBy)}.`
            : null,
      late: counts.late > 0,
      to: { to: "/admin/reviews" },
    },
  ];
}

const partnerNeeds = (count: number): readonly Need[] =>
  count === 0
    ? []
    : [
        {
          title: countedTitle(count, [
            "1 partner is waiting to be verified",
            "partners are waiting to be verified",
          ]),
          text: "Make sure they are who they say they are, then check Verified Partner.",
          to: { to: "/partner-manager", search: { verified: false } },
        },
      ];

const spamNeeds = (count: number): readonly Need[] =>
  count === 0
    ? []
    : [
        {
          title: countedTitle(count, ["1 submission may be spam", "submissions may be spam"]),
          text: "Check whether a person wrote it.",
          to: { to: "/admin/inquiries" },
        },
      ];

interface Queue {
  /** Of the tabs of the review screen. */
  readonly tab:
    | "readings"
    | "renewals"
    | "expiring"
    | "silent"
    | "reports"
    | "suggestions"
    | "changes"
    | "transfers";
  readonly count: keyof QueueCounts;
  readonly late?: keyof QueueCounts;
  /** What one is, and after their number what several are. */
  readonly title: readonly [one: string, many: string];
  readonly text: string;
  readonly lateText?: (late: number) => string;
}

const reportsLate = (late: number) => `${late} late: an answer within five business days is promised.`;

const QUEUES: readonly Queue[] = [
  {
    tab: "reports",
    count: "reports",
    late: "lateReports",
    title: [
      "1 report about a place is waiting to be closed",
      "reports about places are waiting to be closed",
    ],
    text: "Check what the visitor wrote, then publish what you found.",
    lateText: reportsLate,
  },
  {
    tab: "suggestions",
    count: "suggestions",
    late: "lateSuggestions",
    title: ["1 missing place was suggested", "missing places were suggested"],
    text: "Look them up, then add them.",
    lateText: reportsLate,
  },
  {
    tab: "changes",
    count: "proposals",
    late: "lateProposals",
    title: ["1 owner proposes a change", "changes by owners are waiting for a decision"],
    text: "Compare it with the place as it is listed.",
    lateText: reviewsLate,
  },
  {
    tab: "transfers",
    count: "transfers",
    late: "lateTransfers",
    title: [
      "1 transfer of a place is waiting for a decision",
      "transfers of places are waiting for a decision",
    ],
    text: "The owner refused, or did not answer in time.",
    lateText: reviewsLate,
  },
  {
    tab: "readings",
    count: "readings",
    title: ["1 certificate waits for a second reading", "certificates wait for a second reading"],
    text: "Read them without seeing what the first reader read.",
  },
  {
    tab: "renewals",
    count: "renewals",
    title: ["1 owner sent a new certificate", "owners sent a new certificate"],
    text: "Record it from the file, then someone else reads it.",
  },
  {
    tab: "silent",
    count: "silentIssuers",
    title: ["1 certificate has a silent issuer", "certificates have a silent issuer"],
    text: "Look the place up in the issuer's register, or ask again.",
  },
  {
    tab: "expiring",
    count: "expiring",
    title: ["1 halal tier ends soon", "halal tiers end soon"],
    text: "Within 30 days, or verified before evidence was recorded.",
  },
];

/** What waits in the queues next to claims and requests: one line each, nothing for an empty one. */
const queueNeeds = (counts: QueueCounts): readonly Need[] =>
  QUEUES.filter(({ count }) => counts[count] > 0).map(
    ({ tab, count, late: lateCount, title, text, lateText }) => {
      const late = lateCount ? counts[lateCount] : 0;
      return {
        title: countedTitle(counts[count], title),
        text: late > 0 && lateText ? lateText(late) : text,
        late: late > 0,
        to: { to: "/admin/reviews", search: { tab } },
      };
    },
  );
