import { FACTS } from "../../../copy/en/facts.ts";
import type { EditedFacts } from "../../../shared/places/fact-fields.ts";
import type { FactSource } from "../../../shared/places/facts.ts";
import { toast } from "../../lib/toast.ts";
import { FormDialog } from "../dialog/form-dialog.tsx";
import { Loaded, type Loading } from "../page/states.tsx";
import { FactsForm } from "./facts-form.tsx";
import type { SentFacts } from "./read-facts.ts";

interface FactsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly placeName: string;
  readonly query: Loading<EditedFacts>;
  readonly editor: Exclude<FactSource, "import">;
  readonly onlyHours?: true;
  readonly save: (facts: SentFacts, readAt: Date) => Promise<unknown>;
  readonly onRefused: () => void;
}

/** Edits what one source says about a place, or its hours alone. */
export function FactsDialog({ open, onClose, placeName, query, editor, ...form }: FactsDialogProps) {
  const { onlyHours = false } = form;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={onlyHours ? FACTS.hoursTitle : FACTS.title}
      description={(onlyHours ? FACTS.hoursText : FACTS.text)(placeName)}
    >
      {open && (
        <Loaded query={query} failed={FACTS.notLoaded} rows={6}>
          {(facts) => (
            <FactsForm
              facts={facts}
              editor={editor}
              {...form}
              onSaved={() => toast({ title: FACTS.saved })}
            />
          )}
        </Loaded>
      )}
    </FormDialog>
  );
}
