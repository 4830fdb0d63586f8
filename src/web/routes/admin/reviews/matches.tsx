import { useState } from "react";
import type { z } from "zod";
import type { match } from "../../../../modules/places/intake/schema.ts";
import { formatDateTime } from "../../../../shared/format.ts";
import { SOURCE_TERMS } from "../../../../shared/places/sources.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toast, toastError } from "../../../lib/toast.ts";
import { Agreement } from "./case/agreement.tsx";
import { type CaseActions, CaseSection, PlaceLine } from "./case/case.tsx";
import { DecisionFoot } from "./case/decision.tsx";
import { CaseFrame, CaseHead } from "./case/frame.tsx";
import { placeRows } from "./claims.tsx";

type Shown = z.output<typeof match>;

/** A row of a file next to the listed place that it may be. */
export function MatchCase({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.admin.reviews.matches.get.useQuery({ id });
  return (
    <Loaded query={found} failed="The match could not be loaded" rows={8}>
      {(shown) => <ShownMatch shown={shown} {...actions} />}
    </Loaded>
  );
}

function ShownMatch({ shown, onSettled }: Pick<CaseActions, "onSettled"> & { readonly shown: Shown }) {
  const { says, place, source, status } = shown;
  return (
    <CaseFrame
      head={<CaseHead kind="match" id={shown.id} name={says.name} sentAt={shown.createdAt} />}
      sent={
        <CaseSection title={`What ${SOURCE_TERMS[source].name} says`}>
          {place && <Agreement rows={placeRows(says, place)} />}
        </CaseSection>
      }
      facts={
        place && (
          <CaseSection title="The listed place">
            <PlaceLine id={place.id} name={place.name} />
          </CaseSection>
        )
      }
    >
      {status === "pending" ? <Decide id={shown.id} onSettled={onSettled} /> : <Outcome shown={shown} />}
    </CaseFrame>
  );
}

function Decide({ id, onSettled }: Pick<CaseActions, "onSettled"> & { readonly id: string }) {
  const { client, admin } = trpc.useUtils();
  const [sending, setSending] = useState(false);
  const decide = async (decision: "same" | "different") => {
    setSending(true);
    try {
      await client.admin.reviews.matches.decide.mutate({ id, decision });
      toast({ title: decision === "same" ? "They are one place now" : "They stay two places" });
      await onSettled();
    } catch (error) {
      toastError("The match was not decided", error);
    }
    setSending(false);
    await admin.reviews.invalidate();
  };
  return (
    <DecisionFoot>
      <Button disabled={sending} onClick={() => decide("same")}>
        The same place
      </Button>
      <Button look="quiet" disabled={sending} onClick={() => decide("different")}>
        Another place
      </Button>
    </DecisionFoot>
  );
}

const Outcome = ({ shown: { status, reviewedBy, reviewedAt } }: { readonly shown: Shown }) => (
  <div className="case-outcome">
    <CaseSection title={status === "same" ? "The same place" : "Another place"}>
      <p>
        Decided by {reviewedBy} on {reviewedAt && formatDateTime(reviewedAt)}
      </p>
    </CaseSection>
  </div>
);
