import { type ReactNode, useState } from "react";
import type { FieldErrors } from "../../../shared/errors.ts";
import { type EditedFacts, editedFacts } from "../../../shared/places/facts/fact-fields.ts";
import { FACT_LABELS, FACT_TEXTS } from "../../../shared/places/facts/fact-texts.ts";
import {
  type FactKey,
  type FactSource,
  factsOfCategory,
  SLAUGHTERS,
} from "../../../shared/places/facts/facts.ts";
import { timeText } from "../../../shared/places/facts/times.ts";
import { Field, SelectField } from "../../ui/field/field.tsx";
import { EditForm } from "../form-dialog/edit-form.tsx";
import { FACTS } from "./content.ts";
import { Choice, Closed, Noted, Parking } from "./fact-controls.tsx";
import { HoursFields } from "./hours-fields.tsx";
import { sentHours, typedWeek } from "./hours-values.ts";
import { OtherSources } from "./other-sources.tsx";
import { changedFacts, isFlag, readFacts, type SentFacts, schema, sentText, valuesOf } from "./read-facts.ts";

interface FactsFormProps {
  readonly facts: EditedFacts;
  /** As whom the caller speaks: the form has what this source says. */
  readonly editor: Exclude<FactSource, "import">;
  readonly save: (facts: SentFacts, readAt: Date) => Promise<unknown>;
  /** At the other end of the row of buttons; `read` has what was changed so far. */
  readonly aside?: (read: (form: FormData) => SentFacts, readAt: Date) => ReactNode;
  readonly onSaved: () => void;
  /** The facts may have been changed by someone else. */
  readonly onRefused: () => void;
}

/** What one source says about a place, to edit in a form dialog. */
export function FactsForm({ facts, editor, save, aside, onSaved, onRefused }: FactsFormProps) {
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
      {...(aside && { aside: (readAt: Date) => aside((form) => changedFacts(read(form), own), readAt) })}
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
