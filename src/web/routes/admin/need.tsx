import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { queuePage } from "../../../modules/reviews/schema.ts";
import { formatDueDay, formatElapsed } from "../../../shared/format.ts";
import { PROMISED } from "../../kit/inquiries/reply.ts";
import { useNow } from "../../lib/now.ts";
import { DASHBOARD } from "./content.ts";

interface Reviews {
  readonly waiting: number;
  readonly late: number;
  /** When the next answer is due; null if none is. */
  readonly next: Date | null;
}

/** A summary of the queue, oldest first. */
export const reviewsOf = ({ counts, items }: z.output<typeof queuePage>): Reviews => ({
  waiting: counts.claims + counts.requests,
  late: counts.late,
  next: items[0]?.dueBy ?? null,
});

export const ReviewsNeed = ({ waiting, late, next }: Reviews) => (
  <Need
    title={
      waiting === 1
        ? "1 claim or request is waiting for review"
        : `${waiting} claims and requests are waiting for review`
    }
    text={
      late > 0
        ? DASHBOARD.reviewsLate(late)
        : next && `None is late. The next answer is promised by ${formatDueDay(next)}.`
    }
    late={late > 0}
    link={<NeedLink to="/admin/reviews">Open the queue</NeedLink>}
  />
);

export const PartnersNeed = ({ count }: { readonly count: number }) => (
  <Need
    title={
      count === 1 ? "1 partner is waiting to be verified" : `${count} partners are waiting to be verified`
    }
    text="Make sure they are who they say they are, then check Verified Partner."
    link={
      <Link
        className="button button-tiny needs-link"
        data-look="quiet"
        to="/partner-manager"
        search={UNVERIFIED}
      >
        See who is waiting
      </Link>
    }
  />
);

const UNVERIFIED = { verified: false } as const;

interface InquiriesNeedProps {
  readonly waiting: number;
  /** When the oldest one arrived. */
  readonly oldest: Date | null;
}

export function InquiriesNeed({ waiting, oldest }: InquiriesNeedProps) {
  const age = useNow() - (oldest?.getTime() ?? Date.now());
  const isLate = age > PROMISED;
  return (
    <Need
      title={
        waiting === 1 ? "1 inquiry is waiting for a reply" : `${waiting} inquiries are waiting for a reply`
      }
      text={
        isLate
          ? `The oldest has waited ${formatElapsed(age)}; a reply is promised within 24 hours.`
          : "A reply is promised within 24 hours."
      }
      late={isLate}
      link={
        <Link
          className="button button-tiny needs-link"
          data-look="quiet"
          to="/admin/inquiries"
          search={LONGEST_FIRST}
        >
          See all that wait
        </Link>
      }
    />
  );
}

const LONGEST_FIRST = { answered: false, sort: "oldest" } as const;

export const HeldBackNeed = ({ count }: { readonly count: number }) => (
  <Need
    title={count === 1 ? "1 submission is held back" : `${count} submissions are held back`}
    text="Check whether a person wrote it."
    link={<NeedLink to="/admin/inquiries">Look at it</NeedLink>}
  />
);

export const ProxyNeed = () => (
  <Need
    title="The server sees all visitors as one client"
    text="One person's failed sign-ins can lock everyone out. Ask the server's operator to set TRUST_PROXY."
    late
  />
);

export const MailStoppedNeed = ({ reason }: { readonly reason: string }) => (
  <Need
    title="Mail to many is stopped"
    text={`${reason}. Sending more could get all our mail blocked. Find the cause, then resume.`}
    late
    link={<NeedLink to="/admin/mails">Open the mails</NeedLink>}
  />
);

interface NeedProps {
  readonly title: string;
  readonly text: string | null;
  readonly late?: boolean;
  readonly link?: ReactNode;
}

export function Need({ title, text, late = false, link }: NeedProps) {
  return (
    <li className="needs-item">
      <div>
        <p className="needs-title">{title}</p>
        <p className={late ? "needs-late" : "needs-text"}>{text}</p>
      </div>
      {link}
    </li>
  );
}

function NeedLink(props: Pick<LinkProps, "to" | "children">) {
  return <Link className="button button-tiny needs-link" data-look="quiet" {...props} />;
}
