import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { z } from "zod";
import type { intakePage, intake as intakeSchema } from "../../../../modules/places/intake/schema.ts";
import { counted, formatDateTime, formatDay, isolated, number } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Tabs } from "../../../kit/controls/tabs.tsx";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { intakeParams } from "../../../kit/records/lists.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { useRecordTitle } from "../../../kit/staff/record-title.ts";
import { Age } from "../../../kit/table/cells.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useOpenedHeading } from "../../../lib/focus.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { useBusy } from "../../../lib/use-busy.ts";
import { IntakeRows, RefusedRows } from "./intake-rows.tsx";
import { ROW_TABS, type RowTab, withIntake } from "./search-params.ts";
import { SourcePrecision } from "./source-precision.tsx";
import { UploadDialog } from "./upload-dialog.tsx";
import { SOURCE_NAMES, STATES } from "./words.ts";

export function IntakesPage() {
  return (
    <StaffFrame title="Intakes">
      <Intakes />
    </StaffFrame>
  );
}

function Intakes() {
  const { intake } = useSearch({ strict: false });
  const [isUploading, setUploading] = useState(false);
  if (intake !== undefined) return <IntakeRecord key={intake} id={intake} />;
  const upload = (
    <Button className="button-tiny" onClick={() => setUploading(true)}>
      Upload a file
    </Button>
  );
  return (
    <div className="stack">
      <ResourceList list={intakeList} actions={() => upload} emptyAction={upload} />
      <SourcePrecision />
      <UploadDialog open={isUploading} onClose={() => setUploading(false)} />
    </div>
  );
}

type Listed = z.output<typeof intakePage>["items"][number];

/** Files of places that were read, newest first. */
const intakeList = declareList({
  params: intakeParams,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.intakes.list.queryOptions(input),
  words: {
    title: "Files of places",
    isScreen: true,
    caption: "Intakes, newest first",
    pages: "Pages of the intakes",
    note: "Public data about places, and lists shared with your team. Each file is shown as a plan first, and can be undone as a whole for 30 days.",
    failed: "The intakes could not be loaded",
    empty: "No file yet",
    emptyText:
      "Upload a file of Overture, Foursquare, OpenStreetMap or All The Places, or a list of your own.",
  },
  nameOf: ({ source }) => SOURCE_NAMES[source],
  columns: [
    { head: "Source", look: "main", cell: (intake) => <Source intake={intake} /> },
    {
      head: "State",
      brief: true,
      cell: ({ state, counts }) => (
        <>
          <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>{" "}
          <span className="intake-list-counts">{countsLine(counts)}</span>
        </>
      ),
    },
    { head: "City", cell: ({ city }) => city?.name ?? "All" },
    { head: "New", cell: ({ counts }) => number.format(counts.new) },
    { head: "Changed", cell: ({ counts }) => number.format(counts.changed) },
    { head: "Matches", cell: ({ counts }) => number.format(counts.unsure) },
    { head: "Gone", cell: ({ counts }) => number.format(counts.gone) },
    { head: "Refused", cell: ({ counts }) => number.format(counts.refused) },
    { head: "By", cell: ({ createdBy }) => <UserText text={createdBy ?? "an operator"} /> },
    { head: "Read", brief: true, cell: ({ createdAt }) => <Age at={createdAt} /> },
  ],
});

/** Instead of the columns of the counts, where there is no room for them. */
const countsLine = ({ new: added, changed, unsure, gone, refused }: Listed["counts"]): string =>
  Object.entries({ new: added, changed, possible: unsure, gone, refused })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${number.format(count)} ${what}`)
    .join(", ");

const Source = ({ intake: { id, source, release, fileName } }: { readonly intake: Listed }) => (
  <>
    <Link to="." search={withIntake(id)} className="record-panel-link" data-opens={id}>
      {SOURCE_NAMES[source]}
    </Link>{" "}
    <span className="intake-list-of">
      <UserText text={release || fileName} />
    </span>
    {release && (
      <span className="table-sub">
        <UserText text={fileName} />
      </span>
    )}
  </>
);

type Intake = z.output<typeof intakeSchema>;

/** What a file does, or did: all of it on one screen. */
function IntakeRecord({ id }: { readonly id: string }) {
  const query = trpc.admin.intakes.get.useQuery({ id }, { staleTime: 0 });
  return (
    <div className="intake-record stack">
      <p>
        <Link to="." search={withIntake(undefined)}>
          All intakes
        </Link>
      </p>
      <Loaded query={query} failed="The intake could not be loaded">
        {(intake) => (
          <>
            <Head intake={intake} />
            <Rows intake={intake} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Head({ intake }: { readonly intake: Intake }) {
  const { source, release, city, fileName, state, createdBy, createdAt, appliedAt, undoneAt } = intake;
  const heading = useOpenedHeading(true);
  const name = [SOURCE_NAMES[source], release].filter(Boolean).join(", ");
  useRecordTitle(name, true);
  const facts = [
    city?.name,
    fileName && isolated(fileName),
    `read ${formatDateTime(createdAt)} by ${createdBy === null ? "an operator" : isolated(createdBy)}`,
    appliedAt && `applied ${formatDateTime(appliedAt)}`,
    undoneAt && `undone ${formatDateTime(undoneAt)}`,
  ];
  return (
    <header className="intake-record-head">
      <div>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h1>
        <p className="intake-record-line">
          <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>
          <span className="soft">{facts.filter(Boolean).join(" · ")}</span>
        </p>
        <p>{sentenceOf(intake)}</p>
      </div>
      {state === "planned" && <Apply id={intake.id} />}
      {intake.undoUntil && <Undo intake={intake} until={intake.undoUntil} />}
    </header>
  );
}

/** What it does to the directory, in a sentence. */
function sentenceOf({ state, counts }: Intake): string {
  const isPlan = state === "planned";
  const parts = [
    counts.new > 0 && `${counted(counts.new, "new place")}`,
    counts.changed > 0 && `${counted(counts.changed, "place")} with changes`,
    counts.unsure > 0 && `${counted(counts.unsure, "place")} that may be listed already`,
    counts.gone > 0 && `${counted(counts.gone, "place")} that the source no longer has`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return "Nothing in this file is new.";
  return `${new Intl.ListFormat("en-US").format(parts)}.${isPlan ? " Nothing that an owner or our team entered is overwritten." : ""}`;
}

function Apply({ id }: { readonly id: string }) {
  const apply = trpc.admin.intakes.applyPlan.useMutation();
  const utils = trpc.useUtils();
  const [busy, run] = useBusy();
  const press = () =>
    run(async () => {
      await toastOutcome(apply.mutateAsync({ id }), {
        done: ({ counts }) => ({
          title: "Intake applied",
          description: `${counted(counts.new, "place")} added, ${counted(counts.changed, "place")} changed`,
        }),
        failed: "The intake was not applied",
      });
      await utils.admin.invalidate();
    });
  return (
    <Button aria-disabled={busy} onClick={() => void press()}>
      {busy ? "Applying..." : "Apply"}
    </Button>
  );
}

function Undo({ intake: { id, counts }, until }: { readonly intake: Intake; readonly until: Date }) {
  const undo = trpc.admin.intakes.undo.useMutation();
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  async function confirm(): Promise<void> {
    await toastOutcome(undo.mutateAsync({ id }), {
      done: ({ kept }) => ({
        title: "Intake undone",
        ...(kept > 0 && {
          description: `${counted(kept, "place")} kept: changed or used since`,
        }),
      }),
      failed: "The intake was not undone",
    });
    setAsks(false);
    await utils.admin.invalidate();
  }
  return (
    <>
      <Button look="quiet" onClick={() => setAsks(true)}>
        Undo
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title="Undo this intake"
        action="Undo"
        acting="Undoing..."
        onConfirm={confirm}
      >
        {`This deletes what it added (${counted(counts.new, "place")}) and restores what it changed. Anything people have changed or used since stays. You can undo it until ${formatDay(until)}.`}
      </Confirm>
    </>
  );
}

const TAB_NAMES: Readonly<Record<RowTab, string>> = {
  new: "New",
  changed: "Changed",
  same: "Same",
  unsure: "Possible matches",
  gone: "No longer in source",
  refused: "Refused",
  left: "Values left out",
};

/** Its rows by what they do; at first those that it has most reason to show. */
function Rows({ intake }: { readonly intake: Intake }) {
  const { rows } = useSearch({ strict: false });
  const { buildLocation } = useRouter();
  const navigate = useNavigate();
  const { id, counts, refused, left } = intake;
  const counted: Readonly<Record<RowTab, number>> = { ...counts, left: left.length };
  const current = rows ?? ROW_TABS.find((tab) => tab !== "same" && counted[tab] > 0) ?? "new";
  const search = (tab: RowTab) => (before: object) => ({ ...before, rows: tab });
  return (
    <ListCard title="Rows of the file" hidesTitle>
      <Tabs
        label="Rows of the file"
        tabs={ROW_TABS.filter((tab) => tab !== "left" || counted.left > 0).map((tab) => ({
          id: tab,
          name: TAB_NAMES[tab],
          count: counted[tab],
          href: buildLocation({ to: ".", search: search(tab) }).href,
        }))}
        current={current}
        onSelect={(tab) => void navigate({ to: ".", search: search(tab), replace: true, resetScroll: false })}
      >
        {current === "refused" || current === "left" ? (
          <RefusedRows
            key={current}
            rows={current === "refused" ? refused : left}
            total={counted[current]}
            name={`${intake.fileName || id}-${current}`}
          />
        ) : (
          <IntakeRows key={current} id={id} outcome={current} />
        )}
      </Tabs>
    </ListCard>
  );
}
