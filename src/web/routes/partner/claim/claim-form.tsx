import { useRef } from "react";
import { type Claim, submitInput } from "../../../../modules/claims/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form/form-text.ts";
import { useSubmit } from "../../../lib/form/use-submit.ts";
import { decisionTimeSentence } from "../../../lib/format/decision-time.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TextAreaField } from "../../../ui/field/field.tsx";
import type { Claimable } from "../claimable.ts";
import { CLAIM } from "./content.ts";
import { EvidenceField } from "./evidence-field.tsx";
import { useEvidence } from "./use-evidence.ts";

interface ClaimFormProps {
  readonly place: Claimable;
  readonly onSent: (claim: Claim) => void;
  readonly onClose: () => void;
}

export function ClaimForm({ place, onSent, onClose }: ClaimFormProps) {
  const evidence = useEvidence();
  const { fields, sending, onSubmit } = useClaim({ place, onSent, settled: evidence.settled });
  return (
    <form className="dialog-form" aria-label={CLAIM.form} noValidate onSubmit={onSubmit}>
      <Notice />
      <EvidenceField evidence={evidence} />
      <TextAreaField
        label={CLAIM.additional}
        name="documents"
        rows={4}
        error={fields.documents ?? fields["documents.0"]}
      />
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {CLAIM.cancel}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? CLAIM.sending : CLAIM.submit}
        </Button>
      </div>
    </form>
  );
}

function Notice() {
  const time = trpc.partner.claims.decisionTime.useQuery();
  const decided = decisionTimeSentence(time.data?.days ?? null);
  return (
    <div className="claim-form-notice">
      <p>
        <strong>{CLAIM.notice}</strong>
      </p>
      <ul>
        {CLAIM.needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
      <p>{CLAIM.contact}</p>
      {decided && <p>{decided}</p>}
    </div>
  );
}

interface ClaimOptions {
  readonly place: Claimable;
  readonly onSent: (claim: Claim) => void;
  readonly settled: ReturnType<typeof useEvidence>["settled"];
}

function useClaim({ place, onSent, settled }: ClaimOptions) {
  const submit = trpc.partner.claims.submit.useMutation();
  const utils = trpc.useUtils();
  const claim = useRef<Claim>(null);
  const problem = useRef<string>(CLAIM.tryAgain);
  return useSubmit({
    schema: submitInput,
    missing: CLAIM.failed,
    read: (data) => ({ poiId: place.id, documents: [textOf(data, "documents")] }),
    send: async ({ poiId, documents }) => {
      problem.current = CLAIM.tryAgain;
      const files = await settled();
      if (files === null) {
        problem.current = CLAIM.filesFailed;
        throw new Error(CLAIM.filesFailed);
      }
      claim.current = await submit.mutateAsync({ poiId, documents: [...(documents ?? []), ...files] });
    },
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => {
      toast({ title: CLAIM.sent });
      void utils.partner.claims.list.invalidate();
      if (claim.current) onSent(claim.current);
    },
    onFailed: (message) =>
      toast({ title: CLAIM.failed, description: message ?? problem.current, variant: "destructive" }),
  });
}
