import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { BROADCASTS } from "./content.ts";
import { broadcastList } from "./list.tsx";
import { broadcastsSearch } from "./list-search-params.ts";
import { OpenBroadcast } from "./open-broadcast.tsx";

export function BroadcastsPage() {
  return (
    <StaffFrame wide title={BROADCASTS.title}>
      <Broadcasts />
    </StaffFrame>
  );
}

function Broadcasts() {
  const { open } = broadcastsSearch.parse(useSearch({ strict: false }));
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
        <Link className="button button-tiny" data-look="primary" to="/admin/broadcasts" search={NEW as never}>
          {BROADCASTS.write}
        </Link>
      )}
    />
  );
}

const NEW = { open: "new" } as const;
