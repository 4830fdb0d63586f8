import { type KeyWords, useKeys } from "./use-shortcuts.ts";

/** The keys of a screen where they are used all the time, with their switch. */
export function ShortcutsHint({ words }: { readonly words: KeyWords }) {
  const { on, turn } = useKeys();
  return (
    <aside className="shortcuts" aria-label="Keys">
      <label className="shortcuts-switch">
        <input type="checkbox" checked={on} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
        Keys
      </label>
      {on && (
        <ul>
          {words.map(([key, what]) => (
            <li key={key}>
              <kbd>{key}</kbd> {what}
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
