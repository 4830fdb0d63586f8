import { Link } from "@tanstack/react-router";
import type { RecordNoun } from "../../../../shared/audit/record-nouns.ts";
import { UserText } from "../../../ui/user-text/user-text.tsx";

interface RecordLinkProps {
  readonly noun: RecordNoun;
  readonly id: string;
  /** Null if it is not known; then the record may be gone. */
  readonly name: string | null;
  readonly words: string;
}

/** The record of an entry, linked to the screen that shows it. */
export function RecordLink({ noun, id, name, words }: RecordLinkProps) {
  const text = <UserText text={words} />;
  if (noun === "place" && name !== null)
    return (
      <Link to="/admin/places" search={{ place: id }}>
        {text}
      </Link>
    );
  if (noun === "broadcast" && name !== null)
    return (
      <Link to="/admin/broadcasts" search={{ open: id }}>
        {text}
      </Link>
    );
  if (noun === "claim" || noun === "request")
    return (
      <Link to="/admin/reviews" search={{ case: `${noun}:${id}` }}>
        {text}
      </Link>
    );
  if (noun === "inquiry" && name !== null)
    return (
      <Link to="/admin/inquiries" search={{ open: id }}>
        {text}
      </Link>
    );
  if (noun === "staff" && name !== null)
    return (
      <Link to="/admin/users" search={{ open: id }}>
        {text}
      </Link>
    );
  return text;
}
