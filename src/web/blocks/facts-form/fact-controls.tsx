import { type ReactNode, useState } from "react";
import { FACT_TEXTS } from "../../../shared/places/facts/fact-texts.ts";
import type { FactValues } from "../../../shared/places/facts/facts.ts";
import { Field, SelectField } from "../../ui/field/field.tsx";
import { FACTS } from "./content.ts";
import { choiceOf } from "./read-facts.ts";

interface Wired {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
}

/** A field with what the other sources say below it. */
export const Noted = ({ children, others }: { readonly children: ReactNode; readonly others: ReactNode }) => (
  <div className="field-noted">
    {children}
    {others}
  </div>
);

interface ChoiceProps extends Wired {
  readonly value: boolean | undefined;
  readonly texts: (value: boolean) => string;
  readonly onChoose?: (choice: string) => void;
}

/** Yes, no, or nothing. */
export const Choice = ({ value, texts, onChoose, ...wired }: ChoiceProps) => (
  <SelectField
    {...wired}
    defaultValue={choiceOf(value)}
    onChange={onChoose && ((event) => onChoose(event.target.value))}
  >
    <option value="">{FACTS.notSpecified}</option>
    <option value="yes">{texts(true)}</option>
    <option value="no">{texts(false)}</option>
  </SelectField>
);

interface FactProps<Value> extends Wired {
  readonly value: Value | undefined;
  readonly others: ReactNode;
}

/** A choice, and a text that says more than a yes. */
export function Parking({ value, others, ...wired }: FactProps<FactValues["parking"]>) {
  const isThere = typeof value === "string" ? true : value;
  const [choice, setChoice] = useState(choiceOf(isThere));
  return (
    <>
      <Noted others={others}>
        <Choice {...wired} value={isThere} texts={FACT_TEXTS.parking} onChoose={setChoice} />
      </Noted>
      {choice === "yes" && (
        <Field
          name="parkingText"
          label={FACTS.parkingText}
          defaultValue={typeof value === "string" ? value : ""}
          placeholder={FACTS.parkingTextHint}
          autoComplete="off"
        />
      )}
    </>
  );
}

/** Whether the place is closed for good, and where it is now. */
export function Closed({ value, others, ...wired }: FactProps<FactValues["closed"]>) {
  const isClosed = typeof value === "object" ? true : value;
  const [choice, setChoice] = useState(choiceOf(isClosed));
  return (
    <>
      <Noted others={others}>
        <Choice {...wired} value={isClosed} texts={FACT_TEXTS.closed} onChoose={setChoice} />
      </Noted>
      {choice === "yes" && (
        <Field
          name="movedTo"
          label={FACTS.movedTo}
          defaultValue={typeof value === "object" ? value.movedTo : ""}
          placeholder={FACTS.movedToHint}
          autoComplete="off"
        />
      )}
    </>
  );
}
