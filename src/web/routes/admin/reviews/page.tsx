import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Queued } from "../../../../modules/reviews/schema.ts";
import { TIER_NAMES } from "../../../../shared/places/places.ts";
import type { CaseKind, ClaimDecision } from "../../../../shared/reviews/reviews.ts";
import { type Shortcuts, useKeys, useShortcuts } from "../../../kit/commands/use-shortcuts.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { FIRST_PAGE, isFirstPage, useListSearchParams } from "../../../lib/list.ts";
import { type CaseActions, CaseSection, PartnerLine, PlaceLine } from "./case/case.tsx";
import { Compared } from "./case/compared.tsx";
import { CaseFrame, CaseHead, Due, keyOf, useOpenCase } from "./case/frame.tsx";
import { ClaimCase, RequestCase } from "./claims.tsx";
import { MatchCase } from "./intake/matches.tsx";
import { CheckPlaces } from "./intake/samples.tsx";
import type { ShownChange } from "./ownership-cases.ts";
import { DecidePart } from "./ownership-decision.tsx";
import { PhotoCase } from "./photos.tsx";
import { Queue, queueInput, useQueue } from "./queue.tsx";
import { ReadingCase } from "./readings.tsx";
import { RenewalCase } from "./renewals.tsx";
import { ReportCase } from "./reports.tsx";
import { type ReviewSearchParams, reviewSearchParams } from "./search-params.ts";
import { SuggestionCase } from "./suggestions.tsx";
import { TransferCase } from "./transfers.tsx";
import { ExpiringList, SilentList } from "./waiting.tsx";

export function ReviewsPage() {
  return (
    <StaffFrame title="Reviews" actions={<ShowKeys />}>
      <Desk />
    </StaffFrame>
  );
}

/** Next to the title, as the keys are used all the time here; `?` shows them too. */
const ShowKeys = () => {
  const { show } = useKeys();
  return (
    <Button look="quiet" className="button-tiny desk-keys" aria-keyshortcuts="?" onClick={show}>
      Keys&nbsp;<kbd>?</kbd>
    </Button>
  );
};

/** The decision form that is open; it closes with its case. */
interface OpenDecision {
  readonly key: string;
  readonly decision: ClaimDecision;
}

/** The queue, and next to it the open case; on a phone one at a time. */
function Desk() {
  const listState = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const { search } = listState;
  const queue = useQueue(search);
  const list = useRef<HTMLElement>(null);
  const key = search.case;
  const isWide = useIsWide();
  useFirstCase(queue.isPlaceholderData ? undefined : queue.data?.items, search, isWide);
  const leave = useLeaveCase(list, key, isWide);
  const [deciding, setDeciding] = useState<OpenDecision | null>(null);
  const moveOn = useOpenNextCase(search);
  const decision = deciding !== null && deciding.key === key ? deciding.decision : null;
  const decide = (next: ClaimDecision | null) => setDeciding(next && key ? { key, decision: next } : null);
  async function settled(decided: string): Promise<void> {
    const next = await moveOn(decided);
    setDeciding(null); // after an undo the case opens without its form
    // The focused form is gone with the last case.
    if (next === undefined) focusFrom(null, list.current);
  }
  useReviewShortcuts({ list, open: key, decision, decide, leave });
  const isWatching = search.tab !== undefined;
  return (
    <div
      className="desk"
      data-open={key === undefined ? undefined : true}
      data-fills={!isWatching || undefined}
    >
      <Queue listState={listState} listRef={list} queue={queue} />
      {search.tab === "expiring" && <ExpiringList />}
      {search.tab === "silent" && <SilentList />}
      {search.tab === "samples" && <CheckPlaces />}
      {!isWatching && (
        <section className="desk-case" aria-label="Case">
          {key === undefined ? (
            <div className="list-card desk-none">
              <EmptyState title="Choose a case">
                Late ones first. We promise an answer within 3-5 business days.
              </EmptyState>
            </div>
          ) : (
            <article className="list-card case" key={key}>
              <div className="case-back">
                <Button look="text" className="button-tiny" onClick={leave}>
                  Back to the queue
                </Button>
              </div>
              <OpenCase caseKey={key} decision={decision} onDecide={decide} onSettled={() => settled(key)} />
            </article>
          )}
        </section>
      )}
    </div>
  );
}

const CASES: Readonly<Record<CaseKind, (props: CaseActions & { readonly id: string }) => React.ReactNode>> = {
  claim: ClaimCase,
  request: RequestCase,
  proposal: ChangeCase,
  transfer: TransferCase,
  reading: ReadingCase,
  renewal: RenewalCase,
  photo: PhotoCase,
  report: ReportCase,
  suggestion: SuggestionCase,
  match: MatchCase,
};

function OpenCase({ caseKey, ...actions }: CaseActions & { readonly caseKey: string }) {
  const at = caseKey.indexOf(":");
  const Case = CASES[caseKey.slice(0, at) as CaseKind]; // by the search params
  return <Case id={caseKey.slice(at + 1)} {...actions} />;
}

const WIDE = "(min-width: 1000px)"; // styles/breakpoints.css: --desktop

/** Whether the list and the case have room next to each other. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(WIDE).matches,
  );

/** Where there is room for it, the first case that staff can decide is open. */
function useFirstCase(items: readonly Queued[] | undefined, search: ReviewSearchParams, isWide: boolean) {
  const openCase = useOpenCase();
  const first = items?.find(({ waitsFor }) => waitsFor === null) ?? items?.[0];
  const key = isWide && search.case === undefined && search.tab === undefined && first && keyOf(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `openCase` is a new function on every render
  useEffect(() => {
    if (key) void openCase(key, true);
  }, [key]);
}

/** What closes the open case, or on a wide screen leads back to its row. The row gets the focus, also after the browser's Back. */
function useLeaveCase(list: RefObject<HTMLElement | null>, key: string | undefined, isWide: boolean) {
  const openCase = useOpenCase();
  const before = useRef(key);
  const focusRow = (of: string) =>
    focusFrom(null, list.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(of)}"]`));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `focusRow` is a new function on every render
  useEffect(() => {
    const closed = key === undefined && before.current;
    before.current = key;
    if (closed) focusRow(closed);
  }, [key]);
  return (): void => {
    if (!isWide) void openCase(undefined);
    else if (key) list.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(key)}"]`)?.focus();
  };
}

/** Opens the case after a decided one and resolves to its key, or to undefined when nothing waits. */
function useOpenNextCase(search: ReviewSearchParams) {
  const { queue } = trpc.useUtils().admin.reviews;
  const openCase = useOpenCase();
  return async (decided: string): Promise<string | undefined> => {
    const before = keysOf(queue.getData(queueInput(search))?.items);
    await queue.cancel(); // an answer from before the decision would be taken for the next one
    await queue.invalidate(undefined, { refetchType: "none" });
    const read = (from: ReviewSearchParams) =>
      queue.fetch(queueInput(from), { staleTime: 0 }).catch(() => null);
    const here = await read(search);
    const isOver = here?.items.length === 0 && !isFirstPage(search);
    const fresh = isOver ? await read({ ...search, ...FIRST_PAGE }) : here;
    const next = nextCase(before, decided, keysOf(fresh?.items));
    await openCase(next, true);
    return next;
  };
}

/** The cases that staff can decide. */
const keysOf = (items: readonly Queued[] = []): string[] =>
  items.filter(({ waitsFor }) => waitsFor === null).map(keyOf);

/** The case to open after a decision: the next in the old order that is still pending, else the first. */
export function nextCase(
  before: readonly string[],
  decided: string,
  fresh: readonly string[],
): string | undefined {
  const waits = new Set(fresh);
  waits.delete(decided);
  const later = before.slice(before.indexOf(decided) + 1);
  return later.find((key) => waits.has(key)) ?? fresh.find((key) => key !== decided);
}

interface DeskState {
  readonly list: RefObject<HTMLElement | null>;
  readonly open: string | undefined;
  readonly decision: ClaimDecision | null;
  readonly decide: (decision: ClaimDecision | null) => void;
  readonly leave: () => void;
}

/** Keyboard control: j and k or the arrows move, Enter opens, a and r decide, m asks the partner of a claim for more, Escape goes back. */
function useReviewShortcuts({ list, open, decision, decide, leave }: DeskState): void {
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-case]") ?? [])];

  function move(by: 1 | -1, event: KeyboardEvent): void {
    const all = lines();
    const focused = all.findIndex((line) => line.contains(document.activeElement));
    const from = focused === -1 ? all.findIndex((line) => line.dataset.case === open) : focused;
    const to = from === -1 ? (by === 1 ? 0 : all.length - 1) : from + by;
    event.preventDefault();
    all[to]?.focus();
  }
  /** Outside of the list the arrows scroll. */
  function arrow(by: 1 | -1, event: KeyboardEvent): void {
    const { activeElement } = document;
    if (activeElement === document.body || list.current?.contains(activeElement)) move(by, event);
  }
  function back(): void {
    if (decision !== null) decide(null);
    else if (open !== undefined) leave();
  }
  function start(next: ClaimDecision, event: KeyboardEvent): void {
    if (open === undefined) return;
    event.preventDefault(); // the letter must not be typed into the field that opens
    decide(next);
  }

  const shortcuts: Shortcuts = new Map<string, (event: KeyboardEvent) => void>([
    ["j", (event) => move(1, event)],
    ["k", (event) => move(-1, event)],
    ["ArrowDown", (event) => arrow(1, event)],
    ["ArrowUp", (event) => arrow(-1, event)],
    ["a", (event) => start("approved", event)],
    ["r", (event) => start("rejected", event)],
    ["m", (event) => open?.startsWith("claim:") && start("more", event)],
    ["Escape", back],
  ]);
  useShortcuts(shortcuts, SHORTCUTS);
}

const SHORTCUTS = [
  ["j", "next"],
  ["k", "previous"],
  ["Enter", "open"],
  ["a", "approve, add or record"],
  ["r", "reject, decline or send back"],
  ["1-9", "choose a reason"],
  ["m", "ask for more"],
  ["Esc", "back"],
] as const;

/** A change of a place that its owner proposes. */
function ChangeCase({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.admin.reviews.proposals.get.useQuery({ id });
  return (
    <Loaded query={found} failed="The case could not be loaded" rows={8}>
      {(change) => <Shown key={change.status} change={change} actions={actions} />}
    </Loaded>
  );
}

/** A change next to the place as it is listed. */
function Shown({ change, actions }: { readonly change: ShownChange; readonly actions: CaseActions }) {
  const [opened] = useState(change);
  const isPending = change.status === "pending";
  return (
    <CaseFrame
      head={
        <CaseHead {...change} kind="proposal" name={change.poiName} sentAt={change.submittedAt}>
          {isPending && <Due {...change} />}
        </CaseHead>
      }
      sent={
        <CaseSection title="What changes">
          {keepsTier(change) && (
            <Alert tone="warning">
              {`This place is ${(TIER_NAMES[change.tier]).toLowerCase()} based on records about its current name. Approve the new name only if it is the ` +
                "same business and its certificate covers that name. Otherwise, withdraw the evidence first."}
            </Alert>
          )}
          <Compared change={change} />
        </CaseSection>
      }
      facts={
        isPending && actions.decision ? null : (
          <>
            <CaseSection title="Owner">
              <PartnerLine id={change.partnerId} name={change.partnerName} />
            </CaseSection>
            <CaseSection title="Place">
              <PlaceLine id={change.poiId} name={change.poiName} />
            </CaseSection>
          </>
        )
      }
    >
      <DecidePart
        kind="proposal"
        shown={change}
        opened={opened}
        {...actions}
        applies="Approving updates the public page right away and recalculates the halal tier."
        lacking={null}
        blocked={
          change.current === null
            ? "This place is no longer in the directory. You can only reject this."
            : null
        }
      />
    </CaseFrame>
  );
}

type WithTier = ShownChange & { readonly tier: "verified" | "friendly" };

/** A certificate and a declaration are about a business under its name. */
const keepsTier = (change: ShownChange): change is WithTier =>
  change.status === "pending" &&
  change.fields.name !== undefined &&
  (change.tier === "verified" || change.tier === "friendly");
