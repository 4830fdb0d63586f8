import { type ReactNode, useState } from "react";
import { FACTS, SOURCE_LABELS } from "../../../copy/en/facts.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { type EditedFacts, editedFacts } from "../../../shared/places/fact-fields.ts";
import { FACT_LABELS, FACT_TEXTS, factText } from "../../../shared/places/fact-texts.ts";
import {
  FACT_SOURCES,
  type FactKey,
  type FactSource,
  type FactValues,
  SLAUGHTERS,
} from "../../../shared/places/facts.ts";
import { EditForm } from "../dialog/edit-form.tsx";
import { Field, SelectField } from "../form/field.tsx";
import { HoursFields } from "./hours-fields.tsx";
import { sentHours, typedHours } from "./hours-values.ts";
import {
  choiceOf,
  formFacts,
  isFlag,
  readFacts,
  type SentFacts,
  schema,
  sentText,
  valuesOf,
} from "./read-facts.ts";

interface FactsFormProps {
  readonly facts: EditedFacts;
  /** As whom the caller speaks: the form has what this source says. */
  readonly editor: Exclude<FactSource, "import">;
  /** Only the hours, instead of all facts. */
  readonly onlyHours?: boolean | undefined;
  readonly save: (facts: SentFacts, readAt: Date) => Promise<unknown>;
  readonly onSaved: () => void;
  /** The facts may have been changed by someone else. */
  readonly onRefused: () => void;
}

/** What one source says about a place, to edit in a form dialog. */
export function FactsForm({ facts, editor, onlyHours = false, save, onSaved, onRefused }: FactsFormProps) {
  const own = facts.bySource[editor];
  const saved = own.hours?.value;
  const [start] = useState(() => typedHours(saved ?? {}, facts.today));
  const [typed, setTyped] = useState(start);
  const keys = onlyHours ? [] : formFacts(facts.category);
  const read = (form: FormData): SentFacts => ({
    ...readFacts(form, keys),
    hours: sentHours(typed, String(form.get("note") ?? ""), saved),
  });
  return (
    <EditForm
      words={FACTS}
      noun="place"
      record={facts}
      recordSchema={editedFacts}
      labels={FACT_LABELS}
      valuesOf={({ bySource }) => valuesOf(bySource[editor], ["hours", ...keys])}
      textOf={sentText}
      {...{ schema, read, save, onSaved, onRefused }}
    >
      {(errors) => (
        <>
          <HoursFields
            typed={typed}
            onChange={setTyped}
            isChanged={typed !== start}
            note={saved?.note ?? ""}
            today={facts.today}
            error={errors.hours}
            others={<OtherSources facts={facts} fact="hours" editor={editor} />}
          />
          {!onlyHours && <FactFields {...{ facts, editor, errors }} />}
        </>
      )}
    </EditForm>
  );
}

interface FactFieldsProps {
  readonly facts: EditedFacts;
  readonly editor: Exclude<FactSource, "import">;
  readonly errors: FieldErrors;
  /** Below each field. */
  readonly note?: ReactNode;
}

/** All facts of the category but its hours. */
export function FactFields({ facts, ...rest }: FactFieldsProps) {
  return (
    <>
      <div className="field-pairs">
        {formFacts(facts.category)
          .filter((key) => key !== "closed")
          .map((key) => (
            <FactField key={key} {...{ facts, ...rest }} fact={key} />
          ))}
      </div>
      <div className="field-pairs">
        <FactField {...{ facts, ...rest }} fact="closed" />
      </div>
    </>
  );
}

interface FactFieldProps extends FactFieldsProps {
  readonly fact: Exclude<FactKey, "hours" | "jumuah">;
}

/** The fields of one fact, with what the others say below. */
function FactField({ facts, fact, editor, errors, note }: FactFieldProps) {
  const others = (
    <>
      {note}
      <OtherSources {...{ facts, fact, editor }} />
    </>
  );
  const own = facts.bySource[editor];
  const wired = { name: fact, label: FACT_LABELS[fact], error: errors[fact] };
  if (isFlag(fact))
    return (
      <Noted others={others}>
        <Choice {...wired} value={own[fact]?.value} texts={FACT_TEXTS[fact]} />
      </Noted>
    );
  switch (fact) {
    case "slaughter":
      return (
        <Noted others={others}>
          <SelectField {...wired} defaultValue={own.slaughter?.value ?? ""}>
            <option value="">{FACTS.notSpecified}</option>
            {SLAUGHTERS.map((how) => (
              <option key={how} value={how}>
                {FACT_TEXTS.slaughter(how)}
              </option>
            ))}
          </SelectField>
        </Noted>
      );
    case "parking":
      return <Parking {...wired} value={own.parking?.value} others={others} />;
    case "closed":
      return <Closed {...wired} value={own.closed?.value} others={others} />;
  }
}

interface OtherSourcesProps {
  readonly facts: EditedFacts;
  readonly fact: FactKey;
  readonly editor: FactSource;
}

/** What other sources state about a fact, where it differs. */
function OtherSources({ facts, fact, editor }: OtherSourcesProps) {
  const own = factText(facts.bySource[editor], fact);
  const lines = FACT_SOURCES.filter((source) => source !== editor).flatMap((source) => {
    const text = factText(facts.bySource[source], fact);
    return text === null || text === own ? [] : [{ source, text }];
  });
  return lines.map(({ source, text }) => (
    <p key={source} className="facts-form-other">
      {SOURCE_LABELS[source]}: <bdi>{text}</bdi>
    </p>
  ));
}

interface Wired {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
}

/** A field with what the other sources say below it. */
const Noted = ({ children, others }: { readonly children: ReactNode; readonly others: ReactNode }) => (
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
const Choice = ({ value, texts, onChoose, ...wired }: ChoiceProps) => (
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
function Parking({ value, others, ...wired }: FactProps<FactValues["parking"]>) {
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
function Closed({ value, others, ...wired }: FactProps<FactValues["closed"]>) {
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
