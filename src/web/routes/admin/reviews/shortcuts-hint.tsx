import { SHORTCUTS } from "./content.ts";

interface ShortcutsHintProps {
  readonly on: boolean;
  readonly onTurn: (on: boolean) => void;
}

export function ShortcutsHint({ on, onTurn }: ShortcutsHintProps) {
  return (
    <aside className="shortcuts" aria-label={SHORTCUTS.title}>
      <label className="shortcuts-switch">
        <input type="checkbox" checked={on} onChange={({ currentTarget }) => onTurn(currentTarget.checked)} />
        {SHORTCUTS.title}
      </label>
      {on && (
        <ul>
          {SHORTCUTS.list.map(([key, what]) => (
            <li key={key}>
              <kbd>{key}</kbd> {what}
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
