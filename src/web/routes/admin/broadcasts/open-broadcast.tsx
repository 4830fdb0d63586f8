import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { seconds } from "../../../../shared/duration.ts";
import { trpc } from "../../../lib/api.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { BROADCASTS } from "./content.ts";
import { Editor } from "./editor/editor.tsx";
import { Watch } from "./watch/watch.tsx";

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
export function OpenBroadcast({ id, isNew, onCreated }: OpenBroadcastProps) {
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
  const isWritten = isNew && (found.data?.state ?? "draft") === "draft";
  return (
    <div className="broadcast stack">
      <p>
        <Link to="/admin/broadcasts">{BROADCASTS.back}</Link>
      </p>
      {isWritten ? (
        <Editor saved={null} onCreated={onCreated} />
      ) : (
        <Loaded query={found} failed={BROADCASTS.failed}>
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
