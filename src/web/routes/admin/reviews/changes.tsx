import { useState } from "react";
import { TIER_NAMES } from "../../../../shared/places/places.ts";
import { Alert } from "../../../kit/page/alert.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { type CaseActions, CaseSection, PartnerLine, PlaceLine } from "./case/case.tsx";
import { Compared } from "./case/compared.tsx";
import { CaseFrame, CaseHead, Due } from "./case/frame.tsx";
import type { ShownChange } from "./ownership-cases.ts";
import { DecidePart } from "./ownership-decision.tsx";

/** A change of a place that its owner proposes. */
export function ChangeCase({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.admin.reviews.proposals.get.useQuery({ id });
  return (
    <Loaded query={found} failed="The case could not be loaded" rows={8}>
      {(change) => <Shown key={change.status} change={change} actions={actions} />}
    </Loaded>
  );
}

/** A change next to the place as it is listed. */
function Shown({ change, actions }: { readonly change: ShownChange; readonly actions: CaseActions }) {
  const [opened] = useState(change);
  const isPending = change.status === "pending";
  return (
    <CaseFrame
      head={
        <CaseHead {...change} kind="proposal" name={change.poiName} sentAt={change.submittedAt}>
          {isPending && <Due {...change} />}
        </CaseHead>
      }
      sent={
        <CaseSection title="What changes">
          {keepsTier(change) && (
            <Alert tone="warning">
              {`This place is ${(TIER_NAMES[change.tier]).toLowerCase()} based on records about its current name. Approve the new name only if it is the ` +
                "same business and its certificate covers that name. Otherwise, withdraw the evidence first."}
            </Alert>
          )}
          <Compared change={change} />
        </CaseSection>
      }
      facts={
        isPending && actions.decision ? null : (
          <>
            <CaseSection title="Owner">
              <PartnerLine id={change.partnerId} name={change.partnerName} />
            </CaseSection>
            <CaseSection title="Place">
              <PlaceLine id={change.poiId} name={change.poiName} />
            </CaseSection>
          </>
        )
      }
    >
      <DecidePart
        kind="proposal"
        shown={change}
        opened={opened}
        {...actions}
        applies="An approval changes the public page at once. The halal tier is computed again."
        lacking={null}
        blocked={
          change.current === null
            ? "This place is no longer in the directory. You can only reject this."
            : null
        }
      />
    </CaseFrame>
  );
}

type WithTier = ShownChange & { readonly tier: "verified" | "friendly" };

/** A certificate and a declaration are about a business under its name. */
const keepsTier = (change: ShownChange): change is WithTier =>
  change.status === "pending" &&
  change.fields.name !== undefined &&
  (change.tier === "verified" || change.tier === "friendly");
