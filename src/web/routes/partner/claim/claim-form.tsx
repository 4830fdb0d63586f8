import { useRef } from "react";
import type { Claim } from "../../../../modules/ownership/claims/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { decisionTimeSentence } from "../../../lib/format/decision-time.ts";
import { toast } from "../../../lib/toast/toast.ts";
import type { Claimable } from "../claimable.ts";
import { CLAIM } from "./content.ts";
import { DocumentsForm } from "./documents-form.tsx";

interface ClaimFormProps {
  readonly place: Claimable;
  readonly onSent: (claim: Claim) => void;
  readonly onClose: () => void;
}

export function ClaimForm({ place, onSent, onClose }: ClaimFormProps) {
  const submit = trpc.partner.claims.submit.useMutation();
  const utils = trpc.useUtils();
  const claim = useRef<Claim>(null);
  function sent(): void {
    toast({ title: CLAIM.sent });
    void utils.partner.claims.list.invalidate();
    if (claim.current) onSent(claim.current);
  }
  return (
    <DocumentsForm
      words={CLAIM}
      send={async (documents) => {
        claim.current = await submit.mutateAsync({ poiId: place.id, documents });
      }}
      onSent={sent}
      onClose={onClose}
    >
      <Notice />
    </DocumentsForm>
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
