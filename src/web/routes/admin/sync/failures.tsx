import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useId, useRef } from "react";
import type { FailureDetail } from "../../../../modules/sync/decisions/schema.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { UserText } from "../../../kit/page/user-text.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toast } from "../../../lib/toast.ts";
import { useOnce } from "../../../lib/use-busy.ts";
import { CompareTable } from "./compare-table.tsx";
import { FAILURES } from "./content.ts";
import { DECIDE } from "./decisions/content.ts";
import { type Decide, useDecide } from "./decisions/use-decide.ts";
import { failureParams } from "./list-search-params.ts";
import { toastFailure } from "./use-sync.ts";

export function Failures() {
  const retry = useRetry();
  const heading = useRef<HTMLHeadingElement>(null);
  const { failure, show } = useFailure();
  async function retryRow(id: string): Promise<void> {
    const pressed = document.activeElement;
    await retry(id);
    focusFrom(pressed, heading.current); // the row is removed
  }
  const retryAll = (
    <Button look="quiet" className="button-tiny" onClick={() => void retry()}>
      Retry all
    </Button>
  );
  return (
    <>
      <ResourceList
        list={failureList}
        scope="failures"
        headingRef={heading}
        actions={(total) => total > 0 && retryAll}
        rowActions={({ id }) => [
          { name: "Compare", onSelect: () => show(id) },
          {
            name: FAILURES.retry,
            onSelect: () => void retryRow(id),
          },
        ]}
      />
      <HeldLinks retryAll={retryAll} />
      {failure !== undefined && (
        <FailureDialog key={failure} id={failure} focusAfter={() => heading.current} />
      )}
    </>
  );
}

/** Retries one place in the next run, or every place if no id is given. */
function useRetry(): (id?: string) => Promise<void> {
  const retry = trpc.sync.retry.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();
  return (id) =>
    once(id ?? "all", async () => {
      try {
        const { retried } = await retry.mutateAsync(id === undefined ? {} : { id });
        toast({ title: FAILURES.retried(retried) });
      } catch (error) {
        toastFailure(FAILURES.retry, "The places could not be scheduled for a retry", error);
      } finally {
        await utils.sync.invalidate();
      }
    });
}

const SHOWN = 20;

/** Rows of deleted places that an undo has linked again. They are not places that failed, but wait for the same button. */
function HeldLinks({ retryAll }: { readonly retryAll: ReactNode }) {
  const { data } = trpc.sync.links.useQuery({ limit: SHOWN }, { staleTime: 0 });
  if (!data || data.total === 0) return null;
  return (
    <ListCard title="Links that wait for Retry all" actions={retryAll}>
      <div className="sync-result">
        <p>{`An undo has linked ${rows(data.total)} of the main database to ${data.total === 1 ? "a place that is" : "places that are"} deleted here. After Retry all the next run unlinks ${data.total === 1 ? "it" : "them"} again.`}</p>
        <ul className="sync-links">
          {data.items.map(({ id, mainName }) => (
            <li key={id}>
              <bdi>{mainName ?? id}</bdi>
            </li>
          ))}
        </ul>
        {data.total > data.items.length && (
          <p className="soft">{`First ${number.format(data.items.length)} of ${number.format(data.total)} shown`}</p>
        )}
      </div>
    </ListCard>
  );
}

/** The places that could not be synced, each with its reason. */
const failureList = declareList({
  params: failureParams,
  pageSize: 10,
  alwaysFresh: true,
  query: (utils, input) => utils.sync.errors.queryOptions(input),
  skeletonRows: 2,
  words: {
    title: "Places that failed",
    caption: "Places that could not be synced, and why",
    pages: "Pages of the places that failed",
    failed: "The failed places could not be loaded",
    empty: "No place failed",
    emptyText: "Places that cannot be matched without a guess are listed here with the reason.",
  },
  rowActions: { look: "pinned", nameOf: ({ name }) => name },
  columns: [
    {
      head: "Place",
      look: "main",
      cell: ({ id, name, city }) => (
        <>
          <Link to="/admin/places" search={{ place: id }}>
            <UserText text={name} />
          </Link>{" "}
          <bdi className="table-sub">{city}</bdi>
        </>
      ),
    },
    { head: "Why", cell: ({ message }) => message },
    {
      head: "Tries",
      cell: ({ failures, setApart }) => (
        <>
          {failures}{" "}
          <Badge tone={setApart ? "bad" : "plain"}>
            {setApart ? "Waits for you" : "Tried again with the next run"}
          </Badge>
        </>
      ),
    },
  ],
});

const number = new Intl.NumberFormat("en-US");

const rows = (count: number): string => `${number.format(count)} ${count === 1 ? "row" : "rows"}`;

interface FailureDialogProps {
  readonly id: string;
  /** Gets the focus after a decision, which takes the place off the list. */
  readonly focusAfter: () => HTMLElement | null;
}

/** A place that failed, next to the rows of the main database that it may be, and the decision on it. */
function FailureDialog({ id, focusAfter }: FailureDialogProps) {
  const { close } = useFailure();
  const found = trpc.sync.failure.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const { decide, takeBack, busy } = useDecide({ onDone: close, onRefused: () => void found.refetch() });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="large"
      title={found.data?.name ?? "Place that failed"}
      description={found.data?.message ?? ""}
      focusAfter={focusAfter}
    >
      <Loaded query={found} failed="The place could not be compared" rows={4}>
        {(place) =>
          place.decision ? (
            <Decided place={place} busy={busy} onTakeBack={() => void takeBack(place.id)} />
          ) : place.state === "error" ? (
            <Choices place={place} busy={busy} decide={decide} />
          ) : (
            <p>This place is not among those that failed anymore.</p>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface DecidedProps {
  readonly place: FailureDetail;
  readonly busy: boolean;
  readonly onTakeBack: () => void;
}

function Decided({ place: { decision, state }, busy, onTakeBack }: DecidedProps) {
  if (!decision) return null;
  return (
    <div className="sync-decide">
      <p>
        {DECIDE.decided(decision)} {DECIDE.stateOf[state]}
      </p>
      {state !== "synced" && (
        <div className="dialog-actions">
          <Button look="quiet" aria-disabled={busy} onClick={() => busy || onTakeBack()}>
            Take back
          </Button>
        </div>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly place: FailureDetail;
  readonly busy: boolean;
  readonly decide: Decide;
}

function Choices({ place, busy, decide }: ChoicesProps) {
  const choose = (wish: Parameters<Decide>[1]) => !busy && void decide(place, wish);
  const { candidates } = place;
  return (
    <div className="sync-decide">
      <div className="sync-decide-head">
        <h3>
          {candidates.length === 0
            ? "No row of the main database looks like this place"
            : candidates.length === 1
              ? "This row of the main database may be the place"
              : `${candidates.length} rows of the main database may be the place, the likeliest first`}
        </h3>
      </div>
      {candidates.map((candidate) => (
        <Candidate
          key={candidate.id}
          ours={place.ours}
          candidate={candidate}
          busy={busy}
          onTake={() => choose({ decision: "link", mainId: candidate.id })}
        />
      ))}
      <div className="sync-decide-others">
        <Button look="quiet" aria-disabled={busy} onClick={() => choose({ decision: "insert" })}>
          Make a new one
        </Button>
        <p className="soft">The next run adds a row of its own for this place.</p>
        <Button look="quiet" aria-disabled={busy} onClick={() => choose({ decision: "leave" })}>
          Leave it
        </Button>
        <p className="soft">No run sends this place until it changes.</p>
      </div>
    </div>
  );
}

type Row = FailureDetail["candidates"][number];

interface CandidateProps {
  readonly ours: FailureDetail["ours"];
  readonly candidate: Row;
  readonly busy: boolean;
  readonly onTake: () => void;
}

/** A row of the main database next to our place. A row of another place cannot be taken. */
function Candidate({ ours, candidate, busy, onTake }: CandidateProps) {
  const headingId = useId();
  const { id, name, theirs, linkedTo } = candidate;
  const fields = Object.keys(theirs)
    .map((column) => ({ name: column, ours: ours[column] ?? null, theirs: theirs[column] ?? null }))
    .filter((field) => field.ours || field.theirs);
  return (
    <section className="sync-decide-candidate" aria-labelledby={headingId}>
      <div className="sync-decide-head">
        <h4 id={headingId}>
          <bdi>{name}</bdi> <span className="table-sub">{id}</span>
        </h4>
        {factsOf(candidate).map((fact) => (
          <Badge key={fact}>{fact}</Badge>
        ))}
      </div>
      <CompareTable caption={`Our place and ${name} in the main database`} fields={fields} />
      {linkedTo ? (
        <p className="soft">{`This row is linked to ${linkedTo.name ?? "a place that is not here"} and cannot be taken.`}</p>
      ) : (
        <Button className="button-tiny" aria-disabled={busy} aria-describedby={headingId} onClick={onTake}>
          Take this one
        </Button>
      )}
    </section>
  );
}

const factsOf = ({ isLinked, hasPlaceId, meters }: Row): readonly string[] => [
  ...(isLinked ? ["Linked now"] : []),
  ...(hasPlaceId ? ["Same place id"] : []),
  ...(meters === null ? [] : [DECIDE.away(meters)]),
];

/** The id of the place that failed whose dialog the URL has open, and functions that open another one or close it. */
function useFailure() {
  const navigate = useNavigate();
  const { failure } = useSearch({ strict: false });
  const go = (next: string | undefined, replace = false) =>
    void navigate({
      to: ".",
      search: (before) => ({ ...before, failure: next }),
      state: (before) => before,
      resetScroll: false,
      replace,
    });
  return { failure, show: (id: string) => go(id), close: () => go(undefined, true) } as const;
}
