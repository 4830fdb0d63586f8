import { Link } from "@tanstack/react-router";
import type { RecordNoun } from "../../../../shared/audit/record-nouns.ts";
import { PARTNER_MANAGERS } from "../../../blocks/staff/roles.ts";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { UserText } from "../../../ui/user-text/user-text.tsx";

interface RecordLinkProps {
  readonly noun: RecordNoun;
  readonly id: string;
  /** Null if it is not known; then the record may be gone. */
  readonly name: string | null;
  readonly words: string;
}

/** The screens that show a record of a kind. */
const SCREENS: Readonly<Partial<Record<RecordNoun, { readonly to: string; readonly param: string }>>> = {
  place: { to: "/admin/places", param: "place" },
  broadcast: { to: "/admin/broadcasts", param: "open" },
  inquiry: { to: "/admin/inquiries", param: "open" },
  staff: { to: "/admin/users", param: "open" },
  gift: { to: "/admin/payments", param: "open" },
  mail: { to: "/admin/mails", param: "open" },
  partner: { to: "/partner-manager", param: "open" },
};

/** The record of an entry, linked to the screen that shows it. */
export function RecordLink({ noun, id, name, words }: RecordLinkProps) {
  const { role } = useStaff();
  const text = <UserText text={words} />;
  if (noun === "claim" || noun === "request")
    return (
      <Link to="/admin/reviews" search={{ case: `${noun}:${id}` }}>
        {text}
      </Link>
    );
  const screen = SCREENS[noun];
  const isAllowed = noun !== "partner" || PARTNER_MANAGERS.includes(role);
  if (!screen || name === null || !isAllowed) return text;
  // Each route validates its search params, so any object is safe here.
  return (
    <Link to={screen.to} search={{ [screen.param]: id } as never}>
      {text}
    </Link>
  );
}
