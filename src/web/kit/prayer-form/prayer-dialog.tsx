import { useState } from "react";
import { PRAYER_FORM } from "../../../copy/en/prayer.ts";
import { type EditedPrayer, editedPrayer } from "../../../modules/places/prayer/schema.ts";
import type { EditedFacts } from "../../../shared/places/fact-fields.ts";
import { MADHAB_NAMES, MADHABS, METHOD_NAMES, METHODS } from "../../../shared/places/iqamah-rules.ts";
import { UNSAVED } from "../../lib/drafts.ts";
import { toast } from "../../lib/toast.ts";
import { EditForm } from "../dialog/edit-form.tsx";
import { FormDialog } from "../dialog/form-dialog.tsx";
import { SelectField } from "../form/field.tsx";
import { Loaded, type Loading } from "../page/states.tsx";
import { IqamahFields, JumuahFields } from "./prayer-fields.tsx";
import {
  type SentPrayer,
  schema,
  sentPrayer,
  sentRules,
  sentText,
  typedPrayer,
  valuesOf,
} from "./prayer-values.ts";

interface FormProps {
  readonly save: (said: SentPrayer, readAt: Date) => Promise<unknown>;
  /** It may have been changed by someone else. */
  readonly onRefused: () => void;
}

interface PrayerDialogProps extends FormProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly placeName: string;
  readonly query: Loading<EditedPrayer>;
  /** Their times of Friday are in the form as long as there is no list. */
  readonly facts: Loading<EditedFacts>;
}

/** Edits what a masjid says of its prayer times, for its owner and for staff. */
export function PrayerDialog({ open, onClose, placeName, query, facts, ...form }: PrayerDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={PRAYER_FORM.title}
      description={PRAYER_FORM.text(placeName)}
    >
      {open && (
        <Loaded query={query} failed={PRAYER_FORM.notLoaded} rows={6}>
          {(saved) => (
            <Loaded query={facts} failed={PRAYER_FORM.notLoaded} rows={6}>
              {(known) => <PrayerForm saved={saved} fridays={known.facts.jumuah?.value ?? []} {...form} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </FormDialog>
  );
}

const LABELS = {
  method: PRAYER_FORM.method,
  madhab: PRAYER_FORM.madhab,
  iqamah: PRAYER_FORM.iqamah,
  jumuah: PRAYER_FORM.jumuah,
};

interface PrayerFormProps extends FormProps {
  readonly saved: EditedPrayer;
  readonly fridays: readonly string[];
}

function PrayerForm({ saved: loaded, fridays, ...form }: PrayerFormProps) {
  const [saved] = useState(loaded); // may be loaded again while the form is open
  const [start] = useState(() => typedPrayer(saved, fridays));
  const [typed, setTyped] = useState(start);
  const change = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part });
  return (
    <EditForm
      words={PRAYER_FORM}
      noun="place"
      record={saved}
      recordSchema={editedPrayer}
      labels={LABELS}
      valuesOf={valuesOf}
      textOf={(name, sent) => sentText(name, sent, saved.defaults)}
      schema={schema}
      read={() => sentPrayer(typed, saved)}
      onSaved={() => toast({ title: PRAYER_FORM.saved })}
      {...form}
    >
      {(errors) => (
        <div className="prayer-form" {...(typed !== start && UNSAVED)}>
          <IqamahFields
            rules={typed.rules}
            today={saved.today}
            errors={errors}
            indexOf={(key) => sentRules(typed, saved).findIndex((each) => each.key === key)}
            onChange={(rules) => change({ rules })}
          />
          <JumuahFields
            jumuah={typed.jumuah}
            today={saved.today}
            errors={errors}
            onChange={(jumuah) => change({ jumuah })}
          />
          <details className="prayer-form-fold">
            <summary>{PRAYER_FORM.calculation}</summary>
            <p className="soft">{PRAYER_FORM.calculationText}</p>
            <div className="field-pairs">
              <SelectField
                name="method"
                label={PRAYER_FORM.method}
                error={errors.method}
                value={typed.method}
                onChange={({ target }) => change({ method: METHODS[target.selectedIndex] ?? typed.method })}
              >
                {METHODS.map((method) => (
                  <option key={method} value={method}>
                    {METHOD_NAMES[method]}
                  </option>
                ))}
              </SelectField>
              <SelectField
                name="madhab"
                label={PRAYER_FORM.madhab}
                error={errors.madhab}
                value={typed.madhab}
                onChange={({ target }) => change({ madhab: MADHABS[target.selectedIndex] ?? typed.madhab })}
              >
                {MADHABS.map((madhab) => (
                  <option key={madhab} value={madhab}>
                    {MADHAB_NAMES[madhab]}
                  </option>
                ))}
              </SelectField>
            </div>
          </details>
        </div>
      )}
    </EditForm>
  );
}
