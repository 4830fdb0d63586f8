import { useRef } from "react";
import {
  FINDING_STATES,
  type Finding,
  type FindingState,
  type JobState,
} from "../../../modules/maintenance/health/schema.ts";
import { formatDateTime } from "../../../shared/format.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Alert } from "../../kit/page/alert.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { ListCard } from "../../kit/page/card.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { type Column, Table } from "../../kit/table/table.tsx";
import { trpc } from "../../lib/api.tsx";
import { toastError } from "../../lib/toast.ts";

export const HealthPage = () => (
  <StaffFrame title="Health">
    <Health />
    <Jobs />
  </StaffFrame>
);

/** What `rihla doctor` says, and on request `rihla doctor --deep`. */
function Health() {
  const utils = trpc.useUtils();
  const quick = trpc.admin.health.check.useQuery(undefined, { staleTime: 0 });
  const deep = trpc.admin.health.deep.useMutation();
  const heading = useRef<HTMLHeadingElement>(null);

  function checkAgain(): void {
    deep.reset();
    void utils.admin.health.invalidate(); // the jobs too
  }
  async function runDeep(): Promise<void> {
    await deep.mutateAsync().then(
      () => heading.current?.focus(),
      (error: unknown) => toastError("The deep checks could not be run", error),
    );
  }

  return (
    <ListCard
      title="Checks"
      headingRef={heading}
      actions={
        <>
          <Button
            className="button-tiny"
            look="quiet"
            disabled={quick.isFetching || deep.isPending}
            onClick={checkAgain}
          >
            Check again
          </Button>
          <Button className="button-tiny" disabled={deep.isPending} onClick={() => void runDeep()}>
            {deep.isPending ? "Running the deep checks" : "Run the deep checks"}
          </Button>
        </>
      }
    >
      <p className="list-card-note">
        The deep checks also try the mail server, the payment gateway, the evidence store, the main database
        and the last backup. They send no email and leave nothing behind.
      </p>
      <Loaded query={quick} failed="The checks could not be run">
        {(loaded) => {
          const shown = deep.data ?? loaded;
          const count = shown.findings.filter(({ state }) => state === shown.state).length;
          return (
            <>
              <div className="health-summary">
                <Alert tone={STATES[shown.state].alert}>{SUMMARY[shown.state](count)}</Alert>
                <p className="soft">{HEALTH.at(formatDateTime(shown.checkedAt), deep.data !== undefined)}</p>
              </div>
              <FindingList findings={shown.findings} />
            </>
          );
        }}
      </Loaded>
    </ListCard>
  );
}

/** What runs by itself, on whichever instance. */
function Jobs() {
  const jobs = trpc.admin.health.jobs.useQuery(undefined, { staleTime: 0 });
  return (
    <ListCard title="Background jobs">
      <Loaded query={jobs} failed="The jobs could not be loaded">
        {(rows) => <Table caption="Background jobs" columns={JOBS} rows={rows} />}
      </Loaded>
    </ListCard>
  );
}

const JOBS: readonly Column<JobState>[] = [
  { head: "Job", look: "main", cell: ({ id }) => id },
  { head: "Last run", cell: ({ endedAt }) => (endedAt === null ? "Never" : formatDateTime(endedAt)) },
  {
    head: "Took",
    cell: ({ durationMs }) => (durationMs === null ? "" : `${(durationMs / 1_000).toFixed(1)} s`),
  },
  {
    head: "Next run",
    cell: ({ nextAt }) => (nextAt === null ? "When there is work" : formatDateTime(nextAt)),
  },
  {
    head: "Failures",
    cell: ({ failures, error }) =>
      failures === 0 ? "None" : <Badge tone="bad">{`${failures}: ${error}`}</Badge>,
  },
  { head: "Runs on", cell: ({ holder }) => holder ?? "Not running" },
];

const severity = ({ state }: Finding): number => FINDING_STATES.indexOf(state);

/** The findings, the worst first. */
const FindingList = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <ul className="health">
    {findings
      .toSorted((one, other) => severity(other) - severity(one))
      .map(({ check, state, sentence, remedy }) => (
        <li key={check} className="health-finding">
          <span className="health-state">
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          </span>
          <div className="health-words">
            <strong>{check}</strong>
            <p>
              <WithCode text={sentence} />
            </p>
            {remedy !== undefined && (
              <p className="health-remedy">
                <WithCode text={remedy} />
              </p>
            )}
          </div>
        </li>
      ))}
  </ul>
);

/** What is between backticks is shown as code. */
const WithCode = ({ text }: { readonly text: string }) =>
  text
    .split("`")
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : <span key={at}>{part}</span>));

const checks = (count: number): string => (count === 1 ? "1 check" : `${count} checks`);

const HEALTH = {
  at: (time: string, deep: boolean): string =>
    deep ? `Deep checks of ${time}.` : `Quick checks of ${time}, which only read.`,
} as const;

const SUMMARY: Readonly<Record<FindingState, (count: number) => string>> = {
  ok: () => "Everything that was checked is in order.",
  warn: (count) => `${checks(count)} with a warning; none failed.`,
  fail: (count) => `${checks(count)} failed.`,
};

interface StateWords {
  readonly label: string;
  readonly tone: "good" | "warning" | "bad";
  readonly alert: "info" | "warning" | "error";
}

const STATES: Readonly<Record<FindingState, StateWords>> = {
  ok: { label: "OK", tone: "good", alert: "info" },
  warn: { label: "Warning", tone: "warning", alert: "warning" },
  fail: { label: "Failed", tone: "bad", alert: "error" },
};
