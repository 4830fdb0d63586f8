import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UserText } from "../../../kit/page/user-text.tsx";

interface WaitingPlaceProps {
  readonly poiId: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  /** One fact a line. */
  readonly facts: readonly (string | null)[];
  readonly actions?: ReactNode;
}

/** A place in a queue, with what waits and what can be done. */
export function WaitingPlace({ poiId, name, city, state, facts, actions }: WaitingPlaceProps) {
  return (
    <li className="waiting-list-item">
      <div>
        <Link className="waiting-list-place" to="/admin/places" search={{ place: poiId }}>
          <UserText text={name} />
        </Link>
        <p className="soft">
          <bdi>{city}</bdi>, {state}
        </p>
        {facts.map((fact) => fact && <p key={fact}>{fact}</p>)}
      </div>
      {actions && <div className="waiting-list-actions">{actions}</div>}
    </li>
  );
}
