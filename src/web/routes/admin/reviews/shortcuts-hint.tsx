import { KEYS } from "./content.ts";

interface KeysHintProps {
  readonly on: boolean;
  readonly onTurn: (on: boolean) => void;
}

export function KeysHint({ on, onTurn }: KeysHintProps) {
  return (
    <aside className="shortcuts" aria-label={KEYS.title}>
      <label className="shortcuts-switch">
        <input type="checkbox" checked={on} onChange={({ currentTarget }) => onTurn(currentTarget.checked)} />
        {KEYS.title}
      </label>
      {on && (
        <ul>
          {KEYS.list.map(([key, what]) => (
            <li key={key}>
              <kbd>{key}</kbd> {what}
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
