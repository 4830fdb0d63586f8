import { useRef, useState } from "react";
import { Button } from "../../../kit/controls/button.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useSettled } from "./use-editor.ts";

interface MetroPickProps {
  readonly ids: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** Metro areas, found by the name of any of their cities. */
export function MetroPick({ ids, onChange }: MetroPickProps) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const q = useSettled(typed).trim();
  const chosen = trpc.admin.broadcasts.metros.useQuery(
    { q: "", ids: [...ids] },
    { enabled: ids.length > 0, placeholderData: (previous) => previous },
  );
  const found = trpc.admin.broadcasts.metros.useQuery({ q }, { enabled: q.length > 1 });
  const offered = typed.trim().length > 1 ? (found.data ?? []).filter(({ id }) => !ids.includes(id)) : [];
  const names = new Map((chosen.data ?? []).map(({ id, name }) => [id, name]));
  function pick(next: string[]): void {
    onChange(next);
    setTyped("");
    field.current?.focus();
  }
  return (
    <div className="broadcast-metros">
      <Field
        ref={field}
        label="Add a metro area"
        name="metro"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      {offered.length > 0 && (
        <ul className="broadcast-chips">
          {offered.map(({ id, name }) => (
            <li key={id}>
              <Button
                look="quiet"
                className="button-tiny"
                aria-label={`Add ${name}`}
                onClick={() => pick([...ids, id])}
              >
                + {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ids.length === 0 ? (
        <p className="soft">Everywhere, including people without a city</p>
      ) : (
        <ul className="broadcast-chips" aria-label="Metro areas">
          {ids.map((id) => {
            const name = names.get(id) ?? id;
            return (
              <li key={id}>
                <Button
                  className="button-tiny"
                  aria-label={`Remove ${name}`}
                  onClick={() => pick(ids.filter((each) => each !== id))}
                >
                  {name} ×
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
