import { Link } from "@tanstack/react-router";
import { CASE } from "../content.ts";

interface NamedProps {
  /** Null if it was deleted. */
  readonly id: string | null;
  readonly name: string;
}

/** A partner of a case, whose account may be deleted. */
export const PartnerLine = ({ id, name }: NamedProps) =>
  id === null ? (
    <p className="soft">{CASE.gone(name)}</p>
  ) : (
    <p>
      <strong>
        <bdi>{name}</bdi>
      </strong>
    </p>
  );

/** The place of a case, which may be deleted. */
export const PlaceLine = ({ id, name }: NamedProps) =>
  id === null ? (
    <p className="soft">{CASE.placeGone}</p>
  ) : (
    <p>
      <Link to="/admin/places" search={{ place: id }}>
        <bdi>{name}</bdi>
      </Link>
    </p>
  );
