import { Link, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { seconds } from "../../../../shared/duration.ts";
import { counted } from "../../../../shared/format.ts";
import { Loaded } from "../../../kit/page/states.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { broadcastParams } from "../../../kit/records/lists.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { useRecordTitle } from "../../../kit/staff/record-title.ts";
import { Age } from "../../../kit/table/cells.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { Editor } from "./editor.tsx";
import { progressText, State, Watch } from "./watch.tsx";

const TITLE = "Broadcasts";

export function BroadcastsPage() {
  return (
    <StaffFrame title={TITLE}>
      <Broadcasts />
    </StaffFrame>
  );
}

function Broadcasts() {
  const { open } = useSearch({ strict: false });
  // The editor stays the same when saving gives its draft an address.
  const [created, setCreated] = useState<string | null>(null);
  if (open === undefined && created !== null) setCreated(null);
  if (open !== undefined) {
    const isNew = open === created || open === NEW.open;
    return <OpenBroadcast key={isNew ? NEW.open : open} id={open} isNew={isNew} onCreated={setCreated} />;
  }
  return (
    <ResourceList
      list={broadcastList}
      scope="list"
      actions={() => (
        <Link className="button button-tiny" data-look="primary" to="/admin/broadcasts" search={NEW}>
          New broadcast
        </Link>
      )}
    />
  );
}

const NEW = { open: "new" } as const;

/** Broadcasts, newest first. */
const broadcastList = declareList({
  params: broadcastParams,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.broadcasts.list.queryOptions(input),
  skeletonRows: 3,
  words: {
    title: TITLE,
    isScreen: true,
    caption: "Broadcasts, newest first",
    pages: "Pages of the broadcasts",
    failed: "The broadcasts could not be loaded",
    empty: "No broadcast yet",
    emptyText: "A broadcast is one message to people on the waitlist, such as the invitation to the beta.",
    noMatch: "No broadcast is in this state",
  },
  columns: [
    {
      head: "Subject",
      look: "main",
      cell: ({ id, subject }) => (
        <Link to="/admin/broadcasts" search={{ open: id }} className="record-panel-link" data-opens={id}>
          <UserText text={subject} />
        </Link>
      ),
    },
    { head: "State", brief: true, cell: ({ state }) => <State state={state} /> },
    {
      head: "Progress",
      brief: true,
      cell: (broadcast) =>
        broadcast.state === "draft"
          ? counted(broadcast.audience, "person", "people")
          : progressText(broadcast),
    },
    { head: "Written by", cell: ({ createdBy }) => <UserText text={createdBy} /> },
    { head: "Last change", cell: ({ updatedAt }) => <Age at={updatedAt} /> },
  ],
});

const REFRESH = seconds(2);
const MOVING: readonly string[] = ["scheduled", "sending"];

interface OpenBroadcastProps {
  /** `new` until the draft is saved. */
  readonly id: string;
  /** The editor was opened without a draft. */
  readonly isNew: boolean;
  readonly onCreated: (id: string) => void;
}

/** A draft to write, or a broadcast to watch. */
function OpenBroadcast({ id, isNew, onCreated }: OpenBroadcastProps) {
  const found = trpc.admin.broadcasts.get.useQuery(
    { id },
    {
      enabled: id !== "new",
      staleTime: 0,
      refetchInterval: ({ state }) => (MOVING.includes(state.data?.state ?? "") ? REFRESH : false),
    },
  );
  const wasDraft = useRef(false);
  wasDraft.current ||= found.data?.state === "draft";
  const name = isNew ? "New broadcast" : found.data?.subject;
  useRecordTitle(name, true);
  const isWritten = isNew && (found.data?.state ?? "draft") === "draft";
  return (
    <div className="broadcast stack">
      <p>
        <Link to="/admin/broadcasts">All broadcasts</Link>
      </p>
      {name && (
        <h1 className="broadcast-name" dir="auto">
          {name}
        </h1>
      )}
      {isWritten ? (
        <Editor saved={null} onCreated={onCreated} />
      ) : (
        <Loaded query={found} failed="The broadcast could not be loaded">
          {(data) =>
            data.state === "draft" ? (
              <Editor saved={data} onCreated={onCreated} />
            ) : (
              <Watch broadcast={data} replacesEditor={wasDraft.current} />
            )
          }
        </Loaded>
      )}
    </div>
  );
}
