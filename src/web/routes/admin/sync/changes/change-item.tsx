import { Link } from "@tanstack/react-router";
import type { PlaceChange } from "../../../../../modules/sync/changes/schema.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { UserText } from "../../../../ui/user-text/user-text.tsx";
import { CompareTable } from "../compare/compare-table.tsx";
import { CHANGES } from "./content.ts";

/** One place, with the row of the main database and what the run changes in it. */
export function ChangeItem({ change }: { readonly change: PlaceChange }) {
  const { kind, placeId, name, city, mainName, message, decision, fields } = change;
  return (
    <li className="sync-changes-item">
      <p>
        <Link to="/admin/places" search={{ place: placeId } as never}>
          <UserText text={name} />
        </Link>{" "}
        <bdi className="table-sub">{city}</bdi>
        {decision !== null && (
          <>
            {" "}
            <Badge tone="info">{CHANGES.decided}</Badge>
          </>
        )}
      </p>
      {mainName !== null && mainName !== name && (
        <p className="soft">
          {CHANGES.row} <bdi>{mainName}</bdi>
        </p>
      )}
      {message !== null && <p className="soft">{message}</p>}
      {(kind === "update" || kind === "unlink") && fields.length > 0 && (
        <CompareTable caption={CHANGES.fieldsOf(name)} fields={fields} />
      )}
      {kind === "update" && fields.length === 0 && <p className="soft">{CHANGES.linkOnly}</p>}
    </li>
  );
}
