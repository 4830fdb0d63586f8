import { Link, type LinkProps, useNavigate, useSearch } from "@tanstack/react-router";
import { UserText } from "../text/user-text.tsx";

interface OpenRecordProps {
  /** The path of the screen that shows the record next to its list; a list may be on other screens too. */
  readonly screen: NonNullable<LinkProps["to"]>;
  readonly id: string;
  readonly name: string;
}

/** The name of a row, as the link that opens its record. A click anywhere in the row follows it. */
export function OpenRecord({ screen, id, name }: OpenRecordProps) {
  const { open } = useOpenRecord();
  return (
    <Link
      to={screen}
      search={withRecord(id)}
      state={(before) => before}
      resetScroll={false}
      className="record-panel-link"
      data-opens={id}
      aria-current={open === id ? "true" : undefined}
    >
      <UserText text={name} />
    </Link>
  );
}

/** The id of the record that is open next to the list, and a function that closes it. */
export function useOpenRecord() {
  const { open } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () =>
    navigate({
      to: ".",
      search: withRecord(undefined),
      resetScroll: false,
      state: (before) => before,
    });
  return { open, close } as const;
}

/** The record that is open next to its list; the rest of the URL stays. */
export const withRecord = (id: string | undefined) => (before: object) => ({ ...before, open: id });
