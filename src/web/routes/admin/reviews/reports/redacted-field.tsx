import { useId, useRef } from "react";
import { LIMITS } from "../../../../../shared/fields.ts";
import { REMOVED } from "../../../../../shared/reports/shortened.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { CLOSE } from "./content.ts";

interface RedactedFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** A text of another person, out of which words can be taken. */
export function RedactedField({ label, name, value, onChange, error }: RedactedFieldProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  function remove(): void {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = area.current ?? {};
    if (start !== end) onChange(value.slice(0, start) + REMOVED + value.slice(end));
    area.current?.focus();
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        ref={area}
        name={name}
        rows={4}
        dir="auto"
        maxLength={LIMITS.message}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      <p className={error ? "field-error" : "soft"} id={`${id}-note`}>
        {error ?? CLOSE.removeHint}
      </p>
      <div>
        <Button look="quiet" className="button-small" onClick={remove}>
          {CLOSE.remove}
        </Button>
      </div>
    </div>
  );
}
