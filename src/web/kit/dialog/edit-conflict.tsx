import { useEffect, useRef, useState } from "react";
import { UNSAVED } from "../../lib/form/unsaved-text.ts";
import { Button } from "../page/button.tsx";
import { None } from "../table/cells.tsx";
import { useOpenDialog } from "./form-dialog.tsx";

interface Version {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

interface EditConflictProps {
  readonly noun: string;
  readonly versions: readonly Version[];
  readonly sending: string;
  readonly onSendMine: () => Promise<unknown>;
  readonly onSent: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Both versions of a record side by side, and the choice between them. */
export function EditConflict({ noun, versions, sending, onSendMine, onSent, onFailed }: EditConflictProps) {
  const { close, holdFor } = useOpenDialog();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  async function sendMine(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await holdFor(onSendMine());
      onSent();
      close();
    } catch (error) {
      onFailed(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <section className="edit-conflict" {...UNSAVED}>
      <h3 ref={heading} tabIndex={-1}>
        Someone else has changed this {noun}
      </h3>
      <p className="soft">Nothing has been saved yet. Compare both versions and choose which one to keep.</p>
      <Versions versions={versions} />
      <div className="dialog-actions">
        <Button look="quiet" onClick={close}>
          Keep theirs
        </Button>
        <Button onClick={sendMine} aria-disabled={busy}>
          {busy ? sending : "Send mine"}
        </Button>
      </div>
    </section>
  );
}

function Versions({ versions }: { readonly versions: readonly Version[] }) {
  const differing = versions.filter(({ theirs, mine }) => theirs !== mine);
  if (differing.length === 0) return <p>Both versions are the same.</p>;
  return (
    <table className="edit-conflict-versions">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {differing.map(({ label, theirs, mine }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{theirs || <None text="empty" />}</td>
            <td>{mine || <None text="empty" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
