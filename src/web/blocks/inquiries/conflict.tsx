import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button/button.tsx";
import { businessTypeName } from "./business-types.ts";
import { CONFLICT, FORM } from "./content.ts";
import { type Entered, FIELDS } from "./form-values.ts";

interface ConflictProps {
  readonly theirs: Entered;
  readonly mine: Entered;
  readonly onKeepTheirs: () => void;
  readonly onSendMine: () => Promise<unknown>;
}

/** Both versions side by side, and the choice between them. */
export function Conflict({ theirs, mine, onKeepTheirs, onSendMine }: ConflictProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [sending, setSending] = useState(false);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  async function send(): Promise<void> {
    if (sending) return;
    setSending(true);
    await onSendMine();
    setSending(false);
  }
  return (
    <section className="edit-conflict">
      <h3 ref={heading} tabIndex={-1}>
        {CONFLICT.title}
      </h3>
      <p className="soft">{CONFLICT.text}</p>
      <Versions theirs={theirs} mine={mine} />
      <div className="dialog-actions">
        <Button look="quiet" onClick={onKeepTheirs}>
          {CONFLICT.keepTheirs}
        </Button>
        <Button onClick={send} aria-disabled={sending}>
          {sending ? FORM.saving : CONFLICT.sendMine}
        </Button>
      </div>
    </section>
  );
}

function Versions({ theirs, mine }: Pick<ConflictProps, "theirs" | "mine">) {
  const differing = FIELDS.filter((field) => theirs[field] !== mine[field]);
  if (differing.length === 0) return <p>{CONFLICT.same}</p>;
  return (
    <table className="edit-conflict-versions">
      <thead>
        <tr>
          <th scope="col">{CONFLICT.field}</th>
          <th scope="col">{CONFLICT.theirs}</th>
          <th scope="col">{CONFLICT.mine}</th>
        </tr>
      </thead>
      <tbody>
        {differing.map((field) => (
          <tr key={field}>
            <th scope="row">{FORM[field]}</th>
            <td>{shown(theirs, field)}</td>
            <td>{shown(mine, field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown(version: Entered, field: keyof Entered) {
  const value = field === "businessType" ? businessTypeName(version[field]) : version[field];
  return value || <span className="table-none">{CONFLICT.empty}</span>;
}
