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
  factsOfCategory,
  SLAUGHTERS,
} from "../../../shared/places/facts.ts";
import { timeText } from "../../../shared/places/hours.ts";
import { UNSAVED } from "../../lib/drafts.ts";
import { EditForm } from "../dialog/edit-form.tsx";
import { Field, SelectField } from "../form/field.tsx";
import { sentHours, type TypedWeek, typedWeek } from "./hours-values.ts";
import { choiceOf, isFlag, readFacts, type SentFacts, schema, sentText, valuesOf } from "./read-facts.ts";
import { WeekFields } from "./week-fields.tsx";

interface FactsFormProps {
  readonly facts: EditedFacts;
  /** As whom the caller speaks: the form has what this source says. */
  readonly editor: Exclude<FactSource, "import">;
  readonly save: (facts: SentFacts, readAt: Date) => Promise<unknown>;
  readonly onSaved: () => void;
  /** The facts may have been changed by someone else. */
  readonly onRefused: () => void;
}

/** What one source says about a place, to edit in a form dialog. */
export function FactsForm({ facts, editor, save, onSaved, onRefused }: FactsFormProps) {
  const own = facts.bySource[editor];
  const saved = own.hours?.value;
  const [start] = useState(() => ({
    week: typedWeek(saved?.week, "usual"),
    ramadan: typedWeek(saved?.ramadan, "closed"),
  }));
  const [week, setWeek] = useState(start.week);
  const [ramadan, setRamadan] = useState(start.ramadan);
  const keys = factsOfCategory(facts.category);
  const read = (form: FormData): SentFacts => ({
    ...readFacts(form, keys),
    hours: sentHours(week, ramadan, String(form.get("note") ?? ""), saved),
  });
  return (
    <EditForm
      words={FACTS}
      noun="place"
      record={facts}
      recordSchema={editedFacts}
      labels={FACT_LABELS}
      valuesOf={({ bySource }) => valuesOf(bySource[editor])}
      textOf={sentText}
      {...{ schema, read, save, onSaved, onRefused }}
    >
      {(errors) => (
        <>
          <HoursFields
            {...{ week, setWeek, ramadan, setRamadan }}
            isChanged={week !== start.week || ramadan !== start.ramadan}
            note={saved?.note ?? ""}
            error={errors.hours}
            others={<OtherSources facts={facts} fact="hours" editor={editor} />}
          />
          <div className="field-pairs">
            {keys
              .filter((key) => key !== "hours" && key !== "closed")
              .map((key) => (
                <FactField key={key} {...{ facts, editor, errors }} fact={key} />
              ))}
          </div>
          <div className="field-pairs">
            <FactField {...{ facts, editor, errors }} fact="closed" />
          </div>
        </>
      )}
    </EditForm>
  );
}

interface FactFieldProps {
  readonly facts: EditedFacts;
  readonly fact: Exclude<FactKey, "hours">;
  readonly editor: Exclude<FactSource, "import">;
  readonly errors: FieldErrors;
}

/** The fields of one fact, with what the others say below. */
function FactField({ facts, fact, editor, errors }: FactFieldProps) {
  const others = <OtherSources {...{ facts, fact, editor }} />;
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
    case "jumuah":
      return (
        <Noted others={others}>
          <Field
            {...wired}
            defaultValue={(own.jumuah?.value ?? []).map(timeText).join(", ")}
            placeholder={FACTS.jumuahHint}
            autoComplete="off"
          />
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

interface HoursFieldsProps {
  readonly week: TypedWeek;
  readonly setWeek: (week: TypedWeek) => void;
  readonly ramadan: TypedWeek;
  readonly setRamadan: (week: TypedWeek) => void;
  readonly isChanged: boolean;
  readonly note: string;
  readonly error: string | undefined;
  readonly others: ReactNode;
}

/** The hours of a week, those of Ramadan behind a fold, and a note. */
function HoursFields(props: HoursFieldsProps) {
  const { week, setWeek, ramadan, setRamadan, isChanged, note, error, others } = props;
  const [hasRamadan] = useState(() => Object.values(ramadan).some(({ mode }) => mode !== "usual"));
  return (
    // the name and the tab index let an error of the hours focus it
    <fieldset className="facts-form-hours" name="hours" tabIndex={-1} {...(isChanged && UNSAVED)}>
      <legend>{FACTS.hours}</legend>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {others}
      <WeekFields kind="week" week={week} onChange={setWeek} />
      <details className="facts-form-ramadan" open={hasRamadan || undefined}>
        <summary>{FACTS.ramadan}</summary>
        <p className="soft">{FACTS.ramadanText}</p>
        <WeekFields kind="ramadan" week={ramadan} onChange={setRamadan} />
      </details>
      <Field
        name="note"
        label={FACTS.note}
        defaultValue={note}
        placeholder={FACTS.noteHint}
        autoComplete="off"
      />
    </fieldset>
  );
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
