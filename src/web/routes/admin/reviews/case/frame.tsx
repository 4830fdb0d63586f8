import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { days } from "../../../../../shared/duration.ts";
import { formatDay, formatDueDay, formatElapsed, isolated } from "../../../../../shared/format.ts";
import type { CaseKind, ReviewStatus } from "../../../../../shared/reviews/reviews.ts";
import { useShortcuts } from "../../../../kit/commands/use-shortcuts.ts";
import { Menu } from "../../../../kit/controls/menu.tsx";
import { Badge } from "../../../../kit/page/badge.tsx";
import { Viewers } from "../../../../kit/records/viewers.tsx";
import { AssigneeField } from "../../../../kit/staff/assignee-field.tsx";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { useNow } from "../../../../lib/now.ts";
import { toast, toastError } from "../../../../lib/toast.ts";
import { CASE } from "./case.tsx";

/** As the address of the screen names a case: `claim:id`. */
export const keyOf = ({ kind, id }: { readonly kind: CaseKind; readonly id: string }): string =>
  `${kind}:${id}`;

/** The case that is open; the rest of the URL stays. */
export const withCase = (key: string | undefined) => (before: object) => ({ ...before, case: key });

/** Opens a case or, without a key, closes it; the list keeps its scroll position. */
export function useOpenCase() {
  const navigate = useNavigate();
  return (key: string | undefined, replace = false) =>
    navigate({
      to: ".",
      search: withCase(key),
      replace,
      resetScroll: false,
      state: (before) => before,
    });
}

interface CaseFrameProps {
  readonly head: ReactNode;
  /** What was sent: a document, words, or values to compare. It stays in sight. */
  readonly sent: ReactNode;
  /** Next to it; null while a decision form has their place. */
  readonly facts: ReactNode;
  /** The buttons, the form of a decision, or the outcome; always in view. */
  readonly children: ReactNode;
}

/** The frame of every case. */
export const CaseFrame = ({ head, sent, facts, children }: CaseFrameProps) => (
  <>
    {head}
    <div className="case-body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="case-sent" aria-label="What was sent" tabIndex={0}>
        {sent}
      </section>
      <div className="case-side">
        {facts && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          <section className="case-facts" aria-label="Facts" tabIndex={0}>
            {facts}
          </section>
        )}
        {children}
      </div>
    </div>
  </>
);

interface CaseHeadProps {
  readonly kind: CaseKind;
  readonly id: string;
  readonly name: string;
  /** Instead of what cases of its kind are called, with the id. */
  readonly title?: string;
  /** None where it can only wait. */
  readonly status?: ReviewStatus;
  readonly sentAt: Date;
  /** More about it, such as when it is due. */
  readonly children?: ReactNode;
}

const SHOWN_OF_ID = 8;
const TONES = { pending: "plain", approved: "good", rejected: "bad" } as const;

export function CaseHead({ kind, id, name, title, status, sentAt, children }: CaseHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Keyboard and screen reader users continue from its name, unless they have just filtered the list.
  useEffect(() => {
    if (document.activeElement?.closest(".toolbar")) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="case-head">
      <div>
        <p className="case-kind">{title ?? `${CASE.kindOf[kind]} #${id.slice(0, SHOWN_OF_ID)}`}</p>
        <h2 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h2>
        <p className="case-line">
          {status && <Badge tone={TONES[status]}>{CASE.status[status]}</Badge>}
          <span className="soft">{CASE.sent(formatDay(sentAt))}</span>
          {children}
        </p>
        <Viewers caseKey={keyOf({ kind, id })} />
      </div>
      {(status === undefined || status === "pending") && <Assignment caseKey={keyOf({ kind, id })} />}
    </header>
  );
}

interface DueProps {
  /** Null while someone else has to act first. */
  readonly dueBy: Date | null;
  readonly late: boolean;
  /** Shown while nothing is promised. */
  readonly waiting?: string;
}

/** The day by which a pending case is promised, or by how much it was missed. */
export function Due({ dueBy, late, waiting = "Waiting for the partner" }: DueProps) {
  const now = useNow();
  if (dueBy === null) return <Badge>{waiting}</Badge>;
  return late ? (
    <Badge tone="bad">{`Late by ${formatElapsed(now - dueBy.getTime())}`}</Badge>
  ) : (
    <span className="case-due">{`Promised by ${formatDueDay(dueBy)}`}</span>
  );
}

/** To whom a case is assigned, and until when it is snoozed; `t` assigns it to oneself. */
function Assignment({ caseKey }: { readonly caseKey: string }) {
  const { data } = trpc.admin.reviews.assignment.useQuery({ case: caseKey });
  const { data: reviewers = [] } = trpc.admin.reviews.reviewers.useQuery();
  const { userId } = useStaff();
  const save = useSaveAssignment(caseKey);
  const { assignee = null, snoozedUntil = null } = data ?? {};
  const assign = (assigneeId: string | null) => void save.assign(assigneeId, assignee?.id ?? null);
  useShortcuts(new Map([["t", () => data && assign(userId)]]), [["t", "assign the case to you"]]);
  if (!data) return null;
  return (
    <div className="case-assignment">
      <AssigneeField assignee={assignee} staff={reviewers} saving={save.isAssigning} onAssign={assign} />
      <Menu
        label={snoozedUntil ? `Snoozed until ${formatDueDay(snoozedUntil)}` : "Snooze"}
        face={snoozedUntil ? `Snoozed until ${formatDueDay(snoozedUntil)}` : "Snooze"}
        items={[
          ...SNOOZES.map(([label, length]) => ({ name: label, onSelect: () => void save.snooze(length) })),
          ...(snoozedUntil ? [{ name: "End the snooze", onSelect: () => void save.snooze(null) }] : []),
        ]}
      />
    </div>
  );
}

const SNOOZES = [
  ["Until tomorrow", days(1)],
  ["For three days", days(3)],
  ["For a week", days(7)],
] as const;

function useSaveAssignment(caseKey: string) {
  const assigning = trpc.admin.reviews.assign.useMutation();
  const snoozing = trpc.admin.reviews.snooze.useMutation();
  const { reviews } = trpc.useUtils().admin;
  const refresh = () =>
    Promise.all([reviews.assignment.invalidate(), reviews.queue.invalidate(), reviews.waiting.invalidate()]);
  return {
    isAssigning: assigning.isPending,
    async assign(assigneeId: string | null, seen: string | null): Promise<void> {
      try {
        const { assignee } = await assigning.mutateAsync({ case: caseKey, assigneeId, seen });
        toast({ title: assignee ? `Assigned to ${isolated(assignee.name)}` : "Unassigned" });
      } catch (error) {
        toastError("The case was not assigned", error);
      }
      await refresh();
    },
    /** For so many milliseconds; null brings it back. */
    async snooze(length: number | null): Promise<void> {
      const until = length === null ? null : new Date(Date.now() + length);
      try {
        await snoozing.mutateAsync({ case: caseKey, until });
        toast({ title: until ? `Snoozed until ${formatDueDay(until)}` : "Back in the queue" });
      } catch (error) {
        toastError("The case was not snoozed", error);
      }
      await refresh();
    },
  } as const;
}
