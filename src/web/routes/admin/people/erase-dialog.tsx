import { z } from "zod";
import type { Person } from "../../../../modules/people/schema.ts";
import { emailKey, requiredText } from "../../../../shared/fields.ts";
import { formatDay } from "../../../../shared/format.ts";
import {
  type ERASURE_EFFECTS,
  PERSONAL_DATA_KINDS,
  PERSONAL_DATA_LABELS,
  type PersonalDataKind,
} from "../../../../shared/people/personal-data.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Consequences } from "../../../kit/dialog/confirm.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

export const EFFECTS: Readonly<Record<(typeof ERASURE_EFFECTS)[number], string>> = {
  deleted: "Deleted",
  cleared: "Anonymized",
  kept: "Kept",
};

interface EraseDialogProps {
  readonly person: Person;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called with the number of erased records. */
  readonly onErased: (count: number) => void;
}

/** Says what is erased and what stays, and asks to type the address. */
export function EraseDialog({ person, open, onClose, onErased }: EraseDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="small"
      title={ERASE}
      description="This cannot be undone. Export the data first if the person asked for a copy."
    >
      {open && (
        <>
          <Consequences title="What is erased" list={erasedLines(person)} />
          {person.kept.length > 0 && <Consequences title="What stays" list={keptLines(person)} />}
          <EraseForm email={person.email} onClose={onClose} onErased={onErased} />
        </>
      )}
    </Dialog>
  );
}

/** One line a kind and effect: `Mails: 3, deleted`. */
function erasedLines({ data, counts }: Person): readonly string[] {
  return PERSONAL_DATA_KINDS.flatMap((kind: PersonalDataKind) =>
    (["deleted", "cleared"] as const).flatMap((effect) => {
      const found = data[kind].filter(({ onErasure }) => onErasure === effect).length;
      if (found === 0) return [];
      const more = data[kind].length < counts[kind] ? " or more" : "";
      return `${PERSONAL_DATA_LABELS[kind]}: ${found}${more}, ${EFFECTS[effect].toLowerCase()}`;
    }),
  );
}

const keptLines = ({ kept }: Person): readonly string[] =>
  kept.map(
    ({ what, count, why, until }) => `${what}: ${count}. ${why}${until ? ` Until ${formatDay(until)}.` : ""}`,
  );

interface EraseFormProps extends Pick<EraseDialogProps, "onClose" | "onErased"> {
  readonly email: string;
}

function EraseForm(props: EraseFormProps) {
  const { email, onClose } = props;
  const { fields, sending, onSubmit } = useErasure(props);
  return (
    <form className="dialog-form" aria-label={ERASE} noValidate onSubmit={onSubmit}>
      <Field
        name="typed"
        label={`Type ${email} to confirm`}
        required
        error={fields.typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="danger" disabled={sending}>
          {sending ? "Erasing..." : "Erase"}
        </Button>
      </div>
    </form>
  );
}

function useErasure({ email, onClose, onErased }: EraseFormProps) {
  const utils = trpc.useUtils();
  const erase = trpc.admin.people.erase.useMutation();
  const schema = z.object({
    typed: requiredText("The address").refine(
      (typed) => emailKey(typed) === emailKey(email),
      "This is not the address",
    ),
  });
  return useSubmit({
    schema,
    missing: "Please type the address",
    read: (form) => ({ typed: textOf(form, "typed") }),
    send: async () => {
      const { forgotten } = await erase.mutateAsync({ email });
      await utils.admin.people.show.invalidate();
      onErased(forgotten);
    },
    onDone: onClose,
    failed: ["Failed to erase"],
  });
}

const ERASE = "Erase this person";
