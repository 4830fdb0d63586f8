import { useNavigate, useRouter } from "@tanstack/react-router";
import {
  type FormEventHandler,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { formatTime, isolated } from "../../../../../shared/format.ts";
import type { CaseKind, Decision, ReviewKind } from "../../../../../shared/reviews/reviews.ts";
import { Button, type ButtonProps } from "../../../../kit/controls/button.tsx";
import { CopyButton } from "../../../../kit/controls/copy-button.tsx";
import { draftsOf } from "../../../../kit/staff/use-session.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { storedText } from "../../../../lib/drafts.ts";
import { focusFrom } from "../../../../lib/focus.ts";
import { toastOutcome } from "../../../../lib/toast.ts";
import { reviewSearchParams } from "../search-params.ts";
import { keyOf, useOpenCase } from "./frame.tsx";

const VERB = { approved: "Approve", rejected: "Reject" } as const;

const IN_PROGRESS = { approved: "Approving...", rejected: "Rejecting..." } as const;
const THING = { claim: "claim", request: "request" } as const;

export const DECIDE = {
  act: (decision: Decision) => VERB[decision],
  title: (decision: Decision, kind: ReviewKind) => `${VERB[decision]} this ${THING[kind]}`,
  sending: (decision: Decision) => IN_PROGRESS[decision],
} as const;

export const POSITION = {
  title: "Where it is (optional)",
  why: "With a maps place ID or coordinates the next sync can match the place; without them it waits under Sync.",
  placeId: "Maps place ID",
  latitude: "Latitude",
  longitude: "Longitude",
} as const;

interface ReviewFormProps {
  /** Names the form, and heads it. */
  readonly title: string;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly submit: ReactNode;
  readonly look?: ButtonProps["look"];
  readonly sending: boolean;
  /** Closes the form, as Escape does; without it there is no such button. */
  readonly cancel?: { readonly label: string; readonly onCancel: () => void };
  /** Selects the control that takes the focus when the form opens, and again when this changes. */
  readonly focusOn?: string;
  readonly children: ReactNode;
}

/** A form about a case, with its heading and its row of buttons. */
export function ReviewForm({ title, onSubmit, cancel, focusOn, children, ...end }: ReviewFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focusOn === undefined) return;
    form.current?.querySelector<HTMLElement>(focusOn)?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "nearest" });
  }, [focusOn]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !cancel) return;
    event.preventDefault();
    cancel.onCancel();
  }
  return (
    <form
      ref={form}
      className="decision"
      aria-label={title}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <h3>{title}</h3>
      {children}
      <div className="dialog-actions decision-actions">
        {cancel && (
          <Button look="quiet" onClick={cancel.onCancel}>
            {cancel.label}
          </Button>
        )}
        <Button type="submit" look={end.look ?? "primary"} disabled={end.sending}>
          {end.submit}
        </Button>
      </div>
    </form>
  );
}

interface DecisionFootProps {
  /** What is missing for an approval to be the first choice. */
  readonly lacking?: string | null;
  readonly children: ReactNode;
}

/** The buttons of the decisions, always in view. */
export const DecisionFoot = ({ lacking = null, children }: DecisionFootProps) => (
  <div className="decision-foot">
    {lacking !== null && <p className="decision-lacking">{lacking}</p>}
    <div className="decision-bar">{children}</div>
  </div>
);

interface UndoDecisionProps extends Undoable {
  readonly updatedAt: Date;
  readonly until: Date;
  readonly act: string;
}

/** Offers to undo the decision of a case until its time is over. */
export function UndoDecision({ until, updatedAt, act, ...about }: UndoDecisionProps) {
  const [sending, setSending] = useState(false);
  const undo = useUndo(about);
  const told = about.kind === "match" ? "" : " Anyone already notified gets another email.";
  const isOver = useIsOver(until);
  if (isOver) return null;
  async function press({ currentTarget: pressed }: MouseEvent<HTMLElement>): Promise<void> {
    const heading = pressed.closest(".case")?.querySelector<HTMLElement>("h2");
    setSending(true);
    await undo(updatedAt);
    setSending(false);
    focusFrom(pressed, heading);
  }
  return (
    <div className="decision-undo">
      <p className="soft">{`You can undo this until ${formatTime(until)}.${told}`}</p>
      <Button look="quiet" className="button-small" disabled={sending} onClick={(event) => void press(event)}>
        {sending ? "Undoing..." : act}
      </Button>
    </div>
  );
}

function useIsOver(until: Date): boolean {
  const left = () => until.getTime() - Date.now();
  const [isOver, setIsOver] = useState(() => left() <= 0);
  const end = until.getTime();
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Math.max(0, end - Date.now()));
    return () => clearTimeout(timer);
  }, [end]);
  return isOver;
}

interface UnsentNoteProps {
  readonly note: string;
  /** Opens the next case, where there is a queue. */
  readonly onNext?: () => Promise<void>;
}

/** The note of a reviewer whose case was decided by another one first, to copy or to read again. */
export function UnsentNote({ note, onNext }: UnsentNoteProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="decision-unsent">
      <h3 ref={heading} tabIndex={-1}>
        Your note was not sent
      </h3>
      <p className="case-text" dir="auto">
        {note}
      </p>
      <div className="dialog-actions">
        <CopyButton text={note} what="the note" />
        {onNext && (
          <Button className="button-small" onClick={() => void onNext()}>
            Next case
          </Button>
        )}
      </div>
    </section>
  );
}

type Text = ReturnType<typeof storedText>;

/** What was typed about a case. It is kept until it is sent, even if another reviewer decides the case first. */
export interface CaseDraft {
  readonly note: Text;
  readonly placeId: Text;
  readonly latitude: Text;
  readonly longitude: Text;
}

/** The draft of the case with this id; the notes of claims and requests keep their earlier storage key. */
export function useCaseDraft(id: string): CaseDraft {
  const prefix = draftsOf(useStaff());
  const [draft] = useState(() => {
    const text = (name: string) => storedText(`${prefix}${name}:${id}`);
    return {
      note: text("note"),
      placeId: text("placeId"),
      latitude: text("latitude"),
      longitude: text("longitude"),
    };
  });
  return draft;
}

/** All of it as text, to copy; empty if nothing was typed. */
export function textOfDraft({ note, ...position }: CaseDraft): string {
  const lines = (["placeId", "latitude", "longitude"] as const)
    .filter((name) => position[name].current.trim() !== "")
    .map((name) => `${POSITION[name]}: ${position[name].current.trim()}`);
  return [note.current.trim(), ...lines].filter(Boolean).join("\n");
}

export function clearDraft(draft: CaseDraft): void {
  for (const text of Object.values<Text>({ ...draft })) text.current = "";
}

type UndoableKind = Exclude<CaseKind, "reading" | "renewal" | "photo" | "report">;

interface Undoable {
  readonly kind: UndoableKind;
  readonly id: string;
  readonly placeName: string;
}

/**
 * Undoes the decision that the version `updatedAt` of a case holds, and no later one, and opens the case. Works after the
 * screen of the case is gone: a toast calls it.
 */
export function useUndo({ kind, id, placeName }: Undoable) {
  const { client, admin } = trpc.useUtils();
  const show = useShowCase();
  return async (updatedAt: Date): Promise<void> => {
    leaveToast();
    const { undoClaim, undoRequest, proposals, transfers, suggestions, matches } = client.admin.reviews;
    const acts = {
      claim: undoClaim,
      request: undoRequest,
      proposal: proposals.undo,
      transfer: transfers.undo,
      suggestion: suggestions.undo,
      match: matches.undo,
    };
    await toastOutcome<unknown>(acts[kind].mutate({ id, updatedAt }), {
      done: { title: "Decision undone", description: `${isolated(placeName)} waits for a decision again.` },
      failed: "The decision was not undone",
    });
    await show(kind, id);
    await admin.reviews.invalidate();
  };
}

/** A toast that still has the focus would give it back to where it was, once the heading of the case takes it. */
function leaveToast(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.closest("[data-scope=toast]"))
    activeElement.blur();
}

const REVIEWS_PATH = "/admin/reviews";

/** Opens a case in the list that is shown, or in the whole queue from another screen. */
function useShowCase() {
  const router = useRouter();
  const navigate = useNavigate();
  const openCase = useOpenCase();
  return (kind: UndoableKind, id: string) => {
    const { pathname, search } = router.state.location;
    const key = keyOf({ kind, id });
    if (pathname !== REVIEWS_PATH) return navigate({ to: REVIEWS_PATH, search: { case: key } });
    return reviewSearchParams.parse(search).case === key ? undefined : openCase(key);
  };
}
