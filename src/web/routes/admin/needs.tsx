import { Link, type LinkProps } from "@tanstack/react-router";
import type { z } from "zod";
import type { summaryOutput, waitingOutput } from "../../../modules/backoffice/dashboard/schema.ts";
import { formatDueDay, formatElapsed } from "../../../shared/format.ts";
import { CASE_KINDS, type CaseKind } from "../../../shared/reviews/reviews.ts";
import { PROMISED } from "../../kit/inquiries/reply.tsx";
import { ListCard } from "../../kit/page/card.tsx";
import { EmptyState, Loaded, type Loading } from "../../kit/page/states.tsx";
import { ADMINS } from "../../kit/staff/roles.ts";
import { useStaff } from "../../kit/staff/use-staff.ts";
import { useWaiting } from "../../kit/staff/use-waiting.ts";
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
type Waiting = z.output<typeof waitingOutput>;

/** What needs a person now, late things first. */
export function NeedsNow() {
  const { role } = useStaff();
  const isAdmin = ADMINS.includes(role);
  const { sendsEmail } = useBrand();
  const now = useNow();
  const summary = trpc.admin.dashboard.summary.useQuery(undefined, { enabled: isAdmin });
  const waiting = useWaiting();
  const loaded =
    waiting.data && (summary.data || !isAdmin)
      ? [
          ...(summary.data ? brokenNeeds(summary.data) : []),
          ...(summary.data ? inquiryNeeds(summary.data, now) : []),
          ...caseNeeds(waiting.data),
          ...watchNeeds(waiting.data),
          ...(isAdmin ? [] : partnerNeeds(waiting.data.partners)),
          ...(summary.data ? spamNeeds(summary.data.heldBack) : []),
          ...(isAdmin && !sendsEmail ? [NO_MAIL_SERVER] : []),
        ]
      : undefined;
  const query: Loading<readonly Need[]> = {
    data: loaded?.toSorted((one, other) => Number(other.late ?? false) - Number(one.late ?? false)),
    error: summary.error ?? waiting.error,
    refetch: () => Promise.all([isAdmin && summary.refetch(), waiting.refetch()]),
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
    <span>
      <span className="home-need-title">{title}</span> <span className="home-need-text">{text}</span>
    </span>
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

const reviewsLate = (late: number) => `${late} late: we promise an answer within 3-5 business days.`;
const reportsLate = (late: number) => `${late} late: we promise an answer within five business days.`;

interface CaseWords {
  /** What one is, and after their number what several are. */
  readonly title: readonly [one: string, many: string];
  readonly text: string;
  readonly lateText?: (late: number) => string;
  /** The day by which the next answer is promised is told. */
  readonly tellsDay?: true;
}

const CASES: Readonly<Record<CaseKind, CaseWords>> = {
  claim: {
    title: ["1 claim is waiting for review", "claims are waiting for review"],
    text: "Check who runs the place.",
    lateText: reviewsLate,
    tellsDay: true,
  },
  request: {
    title: [
      "1 request for a new place is waiting for review",
      "requests for new places are waiting for review",
    ],
    text: "Check that the place is real and not listed yet.",
    lateText: reviewsLate,
    tellsDay: true,
  },
  report: {
    title: [
      "1 report about a place is waiting to be closed",
      "reports about places are waiting to be closed",
    ],
    text: "Check what the visitor wrote, then publish what you found.",
    lateText: reportsLate,
  },
  match: {
    title: ["1 imported row may match a listed place", "imported rows may match listed places"],
    text: "Compare both and decide whether they are the same place.",
  },
  suggestion: {
    title: ["1 missing place was suggested", "missing places were suggested"],
    text: "Look them up, then add them.",
    lateText: reportsLate,
  },
  proposal: {
    title: ["1 owner proposes a change", "changes by owners are waiting for a decision"],
    text: "Compare it with the place as it is listed.",
    lateText: reviewsLate,
  },
  transfer: {
    title: [
      "1 transfer of a place is waiting for a decision",
      "transfers of places are waiting for a decision",
    ],
    text: "The owner refused, or did not answer in time.",
    lateText: reviewsLate,
  },
  reading: {
    title: ["1 certificate waits for a second reading", "certificates wait for a second reading"],
    text: "Read them without seeing what the first reader read.",
  },
  renewal: {
    title: ["1 owner sent a new certificate", "owners sent a new certificate"],
    text: "Record it from the file, then someone else reads it.",
  },
  photo: {
    title: ["1 photo of a place is waiting to be shown", "photos of places are waiting to be shown"],
    text: "Look at it, then show or decline it.",
  },
};

/** One line for each kind of case that waits. */
const caseNeeds = ({ cases }: Waiting): readonly Need[] =>
  CASE_KINDS.filter((kind) => cases[kind].count > 0).map((kind) => {
    const { count, late, dueBy } = cases[kind];
    const { title, text, lateText, tellsDay } = CASES[kind];
    const isLate = late > 0 && lateText !== undefined;
    const next = tellsDay && dueBy ? `The next answer is promised by ${formatDueDay(dueBy)}.` : text;
    return {
      title: countedTitle(count, title),
      text: isLate ? lateText(late) : next,
      late: isLate,
      to: { to: "/admin/reviews", search: { kind } },
    };
  });

/** Places to look after, without anything that was sent. */
const watchNeeds = ({ expiring, silentIssuers }: Waiting): readonly Need[] => [
  ...(silentIssuers === 0
    ? []
    : [
        {
          title: countedTitle(silentIssuers, [
            "1 issuer has not replied about a certificate",
            "certificates have an issuer that has not replied",
          ]),
          text: "Look the place up in the issuer's register, or ask again.",
          to: { to: "/admin/reviews", search: { tab: "silent" } } as const,
        },
      ]),
  ...(expiring === 0
    ? []
    : [
        {
          title: countedTitle(expiring, ["1 halal tier ends soon", "halal tiers end soon"]),
          text: "Within 30 days, or verified before we recorded evidence.",
          to: { to: "/admin/reviews", search: { tab: "expiring" } } as const,
        },
      ]),
];
