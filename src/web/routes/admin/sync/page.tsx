import type { SyncResult, SyncStats } from "../../../../modules/sync/schema.ts";
import { formatDateTime, number } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Menu } from "../../../kit/controls/menu.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { Count, Counts } from "../../../kit/table/count.tsx";
import { useRequestedAct } from "../../../lib/acts.ts";
import { trpc } from "../../../lib/api.tsx";
import { useNow } from "../../../lib/now.ts";
import { Failures } from "./failures.tsx";
import { formatDuration, History, Progress } from "./runs.tsx";
import { countOf, healthOf, percentOf, useRun, useStats } from "./stats.ts";

export function SyncPage() {
  return (
    <StaffFrame title="Database Sync">
      <SyncScreen />
    </StaffFrame>
  );
}

/** The state of the sync, the current run and past failures. */
function SyncScreen() {
  const stats = useStats();
  const { run, result, busy, refused } = useRun();
  useRequestedAct("startSync", () => void run());
  const running = stats.data?.running ?? null;
  const isRunning = busy || running !== null;
  return (
    <div className="stack">
      <div className="sync-actions">
        <Button aria-disabled={isRunning} onClick={() => isRunning || void run()}>
          {isRunning ? "Syncing..." : "Sync Now"}
        </Button>
        <Button look="quiet" onClick={() => void stats.refetch()}>
          Refresh Stats
        </Button>
        <Menu
          label="More ways to run"
          face="More ways to run"
          items={[
            { name: "Dry run", onSelect: () => void run({ dryRun: true }) },
            { name: "Compare all places", onSelect: () => void run({ full: true }) },
          ]}
        />
        {stats.data && (
          <p className="soft">
            {stats.data.nextRun
              ? `The schedule starts the next run at ${formatDateTime(stats.data.nextRun)}.`
              : "No schedule is set: runs start here or from the command line."}
          </p>
        )}
      </div>
      {refused !== null && <Alert>{refused}</Alert>}
      {running && <Progress running={running} />}
      <Loaded query={stats} failed="The statistics could not be loaded" rows={3}>
        {(loaded) => <Counters stats={loaded} />}
      </Loaded>
      {!stats.isPending && <HealthCard stats={stats.data} />}
      <Failures />
      {result ? (
        <LastResult result={result} of={result.synced + result.errors} />
      ) : (
        stats.data?.lastRun && <StoredResult runId={stats.data.lastRun.id} />
      )}
      <History />
      <Explain />
    </div>
  );
}

const EXPLANATIONS = [
  {
    title: "Matching",
    text: "Matching uses the maps-service place identifier first. Where a place has none, its coordinates are the fallback: the nearest place of the main database within 50 meters that has a similar name. A place without a match is added.",
  },
  {
    title: "What is written",
    text: "Owner, halal certificate, verification and the describing fields come from here. Visits and other analytics of the main database are never touched.",
  },
  {
    title: "When it fails",
    text: "A doubtful match is an error that names both places; nothing is guessed. A failed place is retried in the next run; after three failures it waits here until someone retries it.",
  },
] as const;

/** Explains the sync to first-time users. */
function Explain() {
  return (
    <section className="sync-explain" aria-label="How it works">
      {EXPLANATIONS.map(({ title, text }) => (
        <div key={title} className="card sync-explain-card">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}

/** The result of a run as the server has kept it, with the places that failed. */
function StoredResult({ runId }: { readonly runId: string }) {
  const found = trpc.sync.run.useQuery({ id: runId }, { staleTime: 0 });
  return (
    <Loaded query={found} failed="The last result could not be loaded" rows={2}>
      {({ status, message, synced, errors, failures }) => (
        <LastResult
          result={{
            success: status === "succeeded",
            message: message ?? "",
            synced,
            errors,
            details: failures.map(({ name, message: reason }) => ({
              name,
              status: "error",
              message: reason,
            })),
          }}
          of={errors}
        />
      )}
    </Loaded>
  );
}

/** The health label, the figures behind it and possible causes. */
function HealthCard({ stats }: { readonly stats: SyncStats | undefined }) {
  const now = useNow();
  const { label, tone, rate, reasons } = healthOf(stats, now);
  return (
    <ListCard title="Sync health">
      <dl className="sync-health">
        <div>
          <dt>Status</dt>
          <dd>
            <Badge tone={tone}>{label}</Badge>
          </dd>
        </div>
        <div>
          <dt>Success Rate</dt>
          <dd>{rate === null ? "N/A" : percentOf(rate)}</dd>
        </div>
        <div>
          <dt>Last Sync</dt>
          <dd>{stats?.lastSyncTime ? formatDateTime(stats.lastSyncTime) : "Never"}</dd>
        </div>
        <div>
          <dt>Avg Sync Time</dt>
          <dd>{stats?.avgSyncTime == null ? "N/A" : formatDuration(stats.avgSyncTime)}</dd>
        </div>
      </dl>
      <p className="sync-reason">{reasons.join(" ")}</p>
    </ListCard>
  );
}

const WIDE = 1_000;

/** The four counters, and one bar of synced, pending and errors. */
function Counters({ stats }: { readonly stats: SyncStats }) {
  const { totalPois, syncedPois, pendingPois, errorPois } = stats;
  const counts = [
    { label: "Total POIs", value: totalPois, tone: "total" },
    { label: "Synced", value: syncedPois, tone: "synced" },
    { label: "Pending", value: pendingPois, tone: "pending" },
    { label: "Errors", value: errorPois, tone: "errors" },
  ];
  return (
    <section className="list-card" aria-label="Places">
      <Counts>
        {counts.map((count) => (
          <Count key={count.label} {...count} />
        ))}
      </Counts>
      {totalPois > 0 && <Bar {...stats} />}
    </section>
  );
}

function Bar({ totalPois, syncedPois, pendingPois, errorPois }: SyncStats) {
  const share = (count: number): number => (count / totalPois) * WIDE;
  const parts = [
    { tone: "synced", wide: share(syncedPois) },
    { tone: "pending", wide: share(pendingPois) },
    { tone: "errors", wide: share(errorPois) },
  ];
  let from = 0;
  return (
    <svg
      className="sync-bar"
      viewBox={`0 0 ${WIDE} 10`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${countOf(syncedPois, "place")} synced, ${number.format(pendingPois)} pending, ${number.format(errorPois)} with errors`}
    >
      {parts.map(({ tone, wide }) => {
        const x = from;
        from += wide;
        return <rect key={tone} data-tone={tone} x={x} width={wide} height={10} />;
      })}
    </svg>
  );
}

interface LastResultProps {
  readonly result: SyncResult;
  /** How many places the details are a part of. */
  readonly of: number;
}

/** The result of a run. */
function LastResult({ result, of }: LastResultProps) {
  const { success, message, synced, errors, details } = result;
  return (
    <ListCard title="Last Sync Result">
      <div className="sync-result">
        <p className="sync-result-line">
          <Badge tone={success ? "good" : "bad"}>{success ? "Success" : "Failed"}</Badge>
          <span>
            Synced: <strong>{number.format(synced)}</strong>
          </span>
          <span>
            Errors: <strong>{number.format(errors)}</strong>
          </span>
        </p>
        <p>{message}</p>
        {details.length > 0 && <Details details={details} />}
        {details.length > 0 && of > details.length && (
          <p className="soft">{`${number.format(details.length)} of ${number.format(of)} shown`}</p>
        )}
      </div>
    </ListCard>
  );
}

function Details({ details }: Pick<SyncResult, "details">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="sync-details" aria-label="Details, errors first" tabIndex={0}>
      <ul>
        {details.map(({ name, status, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes, and names may be equal
          <li key={index}>
            {status === "synced" ? (
              <span className="soft">{status}</span>
            ) : (
              <Badge tone="bad">{status}</Badge>
            )}
            <span>
              {name}
              {message && <span className="soft"> {message}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
