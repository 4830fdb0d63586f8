import { Link, type LinkProps } from "@tanstack/react-router";
import { UserText } from "../page/user-text.tsx";
import { useOpenRecord, withRecord } from "./use-open-record.ts";

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
      search={withRecord(id) as never}
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
