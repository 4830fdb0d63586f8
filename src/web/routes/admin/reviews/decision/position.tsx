import type { FieldErrors } from "../../../../../shared/errors.ts";
import { useStoredText } from "../../../../lib/form/draft.ts";
import { Field } from "../../../../ui/field/field.tsx";
import { POSITION } from "../content.ts";
import type { CaseDraft } from "./use-case-draft.ts";

interface PositionProps {
  readonly fields: FieldErrors;
  /** What was typed so far. */
  readonly draft: CaseDraft;
}

const FIELDS = ["placeId", "latitude", "longitude"] as const;

/** Optional coordinates of the new place. */
export function Position({ fields, draft }: PositionProps) {
  return (
    <fieldset className="position">
      <legend>{POSITION.title}</legend>
      <p className="soft">{POSITION.why}</p>
      {FIELDS.map((name) => (
        <PositionField key={name} name={name} text={draft[name]} error={fields[name]} />
      ))}
    </fieldset>
  );
}

interface PositionFieldProps {
  readonly name: (typeof FIELDS)[number];
  readonly text: CaseDraft["placeId"];
  readonly error: string | undefined;
}

function PositionField({ name, text, error }: PositionFieldProps) {
  const stored = useStoredText(text);
  return (
    <Field
      label={POSITION[name]}
      name={name}
      inputMode={name === "placeId" ? "text" : "decimal"}
      error={error}
      {...stored}
    />
  );
}
