import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { z } from "zod";
import type { intakePage } from "../../../../modules/places/intake/schema.ts";
import { number } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { intakeParams } from "../../../kit/records/lists.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { Age } from "../../../kit/table/cells.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { IntakeRecord } from "./intake-record.tsx";
import { withIntake } from "./search-params.ts";
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
