import { useState } from "react";
import { PROPOSAL_FIELDS, TIER_NAMES } from "../../../../shared/places/places.ts";
import { Alert } from "../../../kit/page/alert.tsx";
import { useListSearchParams } from "../../../lib/list.ts";
import { CaseHead, CaseSection, PartnerLine, PlaceLine } from "./case/case.tsx";
import { CHANGE, Compared } from "./case/compared.tsx";
import { OwnershipScreen, useChanges, useOpenChange } from "./ownership.tsx";
import type { ShownChange } from "./ownership-cases.ts";
import type { DecideActions } from "./ownership-decision.tsx";
import { DecidePart } from "./ownership-decision.tsx";
import { type ReviewSearchParams, reviewSearchParams } from "./search-params.ts";

const CHANGES = {
  kind: "Change",
  list: "Changes that owners propose",
  pages: "Pages of changes",
  failed: "The changes could not be loaded",
  none: "No change is waiting",
  noneText: "When an owner changes a name, address or category, it appears here.",
  choose: "Choose a change",
  chooseText: "Oldest first. We promise an answer within 3-5 business days.",
  pane: "Change",
} as const;

/** Changes of places that their owners propose. */
export function ChangesTab() {
  const listState = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const cases = useChanges(listState.search);
  return (
    <OwnershipScreen
      kind="proposal"
      words={CHANGES}
      cases={cases}
      found={useOpenChange(cases, listState.search)}
      listState={listState}
      factOf={fieldsOf}
      waitingOf={() => undefined}
    >
      {(change, actions) => <ChangeCase key={change.status} change={change} actions={actions} />}
    </OwnershipScreen>
  );
}

const fieldsOf = ({ fields }: ShownChange): string =>
  PROPOSAL_FIELDS.filter((field) => fields[field] !== undefined)
    .map((field) => CHANGE.fields[field])
    .join(", ");

interface ChangeCaseProps {
  readonly change: ShownChange;
  readonly actions: DecideActions;
}

/** A change next to the place as it is listed. */
function ChangeCase({ change, actions }: ChangeCaseProps) {
  const [opened] = useState(change);
  return (
    <>
      <CaseHead {...change} kind={CHANGES.kind} name={change.poiName} of="proposal" />
      <div className="case-body">
        <div className="case-parts">
          <CaseSection title="What changes">
            {keepsTier(change) && (
              <Alert tone="warning">
                {`This place is ${(TIER_NAMES[change.tier]).toLowerCase()} based on records about its current name. Approve the new name only if it is the ` +
                  "same business and its certificate covers that name. Otherwise, withdraw the evidence first."}
              </Alert>
            )}
            <Compared change={change} />
          </CaseSection>
          <CaseSection title="Owner">
            <PartnerLine id={change.partnerId} name={change.partnerName} />
          </CaseSection>
          <CaseSection title="Place">
            <PlaceLine id={change.poiId} name={change.poiName} />
          </CaseSection>
        </div>
      </div>
      <DecidePart
        kind="proposal"
        shown={change}
        opened={opened}
        {...actions}
        applies="An approval changes the public page at once. The halal tier is computed again."
        blocked={
          change.current === null
            ? "This place is no longer in the directory. You can only reject this."
            : null
        }
      />
    </>
  );
}

type WithTier = ShownChange & { readonly tier: "verified" | "friendly" };

/** A certificate and a declaration are about a business under its name. */
const keepsTier = (change: ShownChange): change is WithTier =>
  change.status === "pending" &&
  change.fields.name !== undefined &&
  (change.tier === "verified" || change.tier === "friendly");
