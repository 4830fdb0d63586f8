import { useDraft } from "../../../lib/form/draft.ts";
import { Button } from "../../../ui/button/button.tsx";
import type { Claimable } from "../claimable.ts";
import { draftsOf, usePartner } from "../session.ts";
import { DUPLICATES, REQUEST } from "./content.ts";
import { Duplicates } from "./duplicates.tsx";
import { RequestFields } from "./request-fields.tsx";
import { type InitialValues, useRequest } from "./use-request.ts";

interface RequestFormProps {
  readonly given: InitialValues;
  readonly onClaim: (place: Claimable) => void;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

export function RequestForm({ given, onClaim, onSent, onClose }: RequestFormProps) {
  const draft = useDraft(`${draftsOf(usePartner())}request`);
  const { found, sending, fields, onSubmit, onChange, sendAnyway } = useRequest(() => {
    draft.clear();
    onSent();
  });
  const hasDuplicates = found !== null && !found.same;
  const action = hasDuplicates ? DUPLICATES.anyway : REQUEST.submit;
  return (
    <form
      {...draft.form}
      className="dialog-form"
      aria-label={REQUEST.title}
      noValidate
      onSubmit={onSubmit}
      onChange={onChange}
    >
      <RequestFields given={given} errors={fields} />
      {found && <Duplicates found={found} onClaim={onClaim} />}
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {REQUEST.cancel}
        </Button>
        <Button type="submit" disabled={sending} onClick={hasDuplicates ? sendAnyway : undefined}>
          {sending ? REQUEST.sending : action}
        </Button>
      </div>
    </form>
  );
}
