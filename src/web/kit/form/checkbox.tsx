import { type InputHTMLAttributes, useId } from "react";

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className" | "type"> {
  readonly label: string;
  readonly name: string;
  readonly note?: string;
}

/** The browser's own checkbox: it works before hydration and needs no inline style. */
export function Checkbox({ label, note, ...input }: CheckboxProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="checkbox">
      <input id={id} type="checkbox" aria-describedby={note ? noteId : undefined} {...input} />
      <div>
        <label htmlFor={id}>{label}</label>
        {note && (
          <p className="checkbox-note" id={noteId}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
