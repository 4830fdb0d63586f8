import type { z } from "zod";
import { sentenceOf } from "../../../../copy/en/decisions.ts";
import { MY_REQUESTS, OWN, SEARCH } from "../../../../copy/en/partner.ts";
import type { request } from "../../../../modules/ownership/requests/schema.ts";
import { CATEGORY_NAMES } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import type { OpenDialog } from "../dialogs.tsx";
import { ReviewState, StatusBadge } from "../review-progress.tsx";
import { useRights } from "../session.tsx";
import { useOwn } from "./own-data.ts";
import { OwnList } from "./own-list.tsx";

type PlaceRequest = z.output<typeof request>;

export function MyRequests({ onOpen }: { readonly onOpen: (doing: OpenDialog) => void }) {
  const { requests } = useOwn();
  const { manages } = useRights();
  const ask = (name: string, city: string) => onOpen({ what: "request", given: { name, city } });
  return (
    <OwnList
      list={requests}
      words={MY_REQUESTS}
      emptyAction={manages && <Button onClick={() => ask("", "")}>{SEARCH.requestBusiness}</Button>}
      keyOf={(each) => each.id}
      card={(each) => (
        <RequestCard request={each} onAgain={manages ? () => ask(each.name, each.city) : null} />
      )}
    />
  );
}

/** If the place exists already, another request would not help. */
const FINAL: ReadonlySet<string | null> = new Set(["duplicate_place", "place_closed"]);

interface RequestCardProps {
  readonly request: PlaceRequest;
  /** Null for an editor. */
  readonly onAgain: (() => void) | null;
}

function RequestCard({ request: asked, onAgain }: RequestCardProps) {
  const reason = sentenceOf(asked.reason);
  return (
    <article className="own-list-card">
      <div className="place-card-head">
        <h3>
          <UserText text={asked.name} />
        </h3>
        <StatusBadge status={asked.status} />
      </div>
      <div className="place-card-lines">
        <p>
          <bdi>{asked.address}</bdi>,{" "}
          <span>
            <bdi>{asked.city}</bdi>, {asked.state}
          </span>{" "}
          {asked.zipCode}
        </p>
        <p className="place-card-kind">
          <span>{CATEGORY_NAMES[asked.category]}</span>
          {asked.subcategory && (
            <span>
              <bdi>{asked.subcategory}</bdi>
            </span>
          )}
        </p>
      </div>
      <ReviewState reviewed={asked} />
      {reason && <p>{reason}</p>}
      {asked.notes && (
        <p className="own-list-notes">
          <strong>{OWN.notes}:</strong> <bdi>{asked.notes}</bdi>
        </p>
      )}
      {asked.status === "rejected" && !FINAL.has(asked.reason) && onAgain && (
        <Button
          look="quiet"
          className="button-small"
          aria-label={`${MY_REQUESTS.again}: ${asked.name}`}
          onClick={onAgain}
        >
          {MY_REQUESTS.again}
        </Button>
      )}
    </article>
  );
}
