import { Modal } from "../dialog/dialog.tsx";
import { type KeyWords, useKeys } from "./use-shortcuts.ts";

interface KeysDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly wordsOf: () => readonly KeyWords[];
}

/** All keys of the screen, and the switch that turns single keys off. */
export function KeysDialog({ open, onClose, wordsOf }: KeysDialogProps) {
  return (
    <Modal open={open} onOpenChange={(next) => !next && onClose()} title="Keyboard shortcuts" size="small">
      {open && <List words={wordsOf()} />}
    </Modal>
  );
}

function List({ words }: { readonly words: readonly KeyWords[] }) {
  const { on, turn } = useKeys();
  // Two lists of a screen have the same keys.
  const own = new Map(words.flat());
  return (
    <div className="keys-dialog">
      <dl>
        {[...(on ? own : []), ...EVERYWHERE].map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      {!on && <p className="soft">Single keys are off. Ctrl K still works.</p>}
      <label className="keys-dialog-switch">
        <input type="checkbox" checked={on} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
        Keys
      </label>
    </div>
  );
}

const EVERYWHERE = [
  ["Ctrl K", "find a screen, a record or an action"],
  ["?", "show these keys"],
] as const;
