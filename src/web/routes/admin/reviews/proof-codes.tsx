import { useState } from "react";
import type { z } from "zod";
import type { madeCode } from "../../../../modules/ownership/claims/proofs/schema.ts";
import type { claimCase } from "../../../../modules/reviews/schema.ts";
import { formatDateTime, formatDay } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { toastError } from "../../../lib/toast.ts";
import type { Compared } from "./case/agreement.tsx";
import { CaseSection } from "./case/case.tsx";

type Shown = z.output<typeof claimCase>;
type Proof = Shown["proofs"][number];

const LABELS = {
  email: "Code mailed to the website's domain",
  phone: "Code read out on the listed phone",
  letter: "Code mailed to the address",
} as const;

/** Codes that were entered, as facts next to what is listed. */
export const proofRowsOf = (proofs: readonly Proof[]): readonly Compared[] =>
  proofs
    .filter(({ confirmedAt }) => confirmedAt !== null)
    .map(({ kind, target, isCurrent }) => ({
      ...{ label: LABELS[kind], sent: target, listed: target },
      match: () => (isCurrent ? "agrees" : "differs"),
    }));

/** The codes that the claimant waits for, each made when it is read out or printed. */
export function ProofCodes({ shown: { claim, proofs } }: { readonly shown: Shown }) {
  const open = proofs.filter(({ kind, confirmedAt }) => kind !== "email" && confirmedAt === null);
  if (claim.status !== "pending" || open.length === 0) return null;
  return (
    <CaseSection title="The claimant is waiting for a code">
      {open.map((proof) => (
        <Code key={proof.kind} claimId={claim.id} placeName={claim.poiName} proof={proof} />
      ))}
    </CaseSection>
  );
}

interface CodeProps {
  readonly claimId: string;
  readonly placeName: string;
  readonly proof: Proof;
}

function Code({ claimId, placeName, proof: { kind, target, askedAt, sentAt, isCurrent } }: CodeProps) {
  const code = trpc.admin.reviews.proofs.code.useMutation();
  const utils = trpc.useUtils();
  const [made, setMade] = useState<z.output<typeof madeCode> | null>(null);
  if (kind === "email") return null;
  async function make(way: "phone" | "letter"): Promise<void> {
    try {
      setMade(await code.mutateAsync({ id: claimId, kind: way }));
      await utils.admin.reviews.claim.invalidate({ id: claimId });
    } catch (error) {
      toastError("No code was made", error);
    }
  }
  return (
    <div className="proof-codes">
      <p>
        <strong>{kind === "phone" ? "A call to" : "A letter to"}</strong> <bdi>{target}</bdi>
      </p>
      <p className="soft">
        {askedAt && `Asked for on ${formatDay(askedAt)}. `}
        {sentAt && `The last code was made on ${formatDateTime(sentAt)}; a new one replaces it. `}
        {!isCurrent && "The place now lists a different one: the claimant has to ask again."}
      </p>
      {isCurrent && (
        <Button
          look="quiet"
          className="button-small"
          disabled={code.isPending}
          onClick={() => void make(kind)}
        >
          {kind === "phone" ? "Show the code to read out" : "Print the letter"}
        </Button>
      )}
      {made && kind === "phone" && (
        <p role="status" className="proof-codes-digits">
          {made.code.slice(0, 3)} {made.code.slice(3)}{" "}
          <span className="soft proof-codes-until">{`until ${formatDateTime(made.expiresAt)}`}</span>
        </p>
      )}
      {kind === "letter" && <Letter made={made} placeName={placeName} onClose={() => setMade(null)} />}
    </div>
  );
}

interface LetterProps {
  readonly made: z.output<typeof madeCode> | null;
  readonly placeName: string;
  readonly onClose: () => void;
}

/** A page to print: of all that is open, the printer gets the letter alone. */
function Letter({ made, placeName, onClose }: LetterProps) {
  const { name, contactEmail } = useBrand();
  return (
    <Dialog open={made !== null} onOpenChange={(open) => !open && onClose()} title="Letter with the code">
      {made && (
        <>
          <div className="proof-letter">
            <p>
              <bdi>{placeName}</bdi>
              <br />
              <bdi>{made.target}</bdi>
            </p>
            <p>{`A business has claimed this listing on ${name}. To show that the claim comes from this address, type this code into the partner portal under Claims:`}</p>
            <p className="proof-codes-digits proof-letter-code">
              {made.code.slice(0, 3)} {made.code.slice(3)}
            </p>
            <p>{`It counts until ${formatDay(made.expiresAt)}. If no one here has claimed the listing, please tell us at ${contactEmail} and throw this letter away.`}</p>
          </div>
          <div className="dialog-actions">
            <Button look="quiet" onClick={onClose}>
              Close
            </Button>
            <Button onClick={() => window.print()}>Print</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
