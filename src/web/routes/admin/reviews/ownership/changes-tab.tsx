import { useState } from "react";
import { PROPOSAL_FIELDS, TIER_NAMES } from "../../../../../shared/places/places.ts";
import { Alert } from "../../../../kit/page/alert.tsx";
import { useListSearchParams } from "../../../../lib/list.ts";
import { CaseHead } from "../case/case-head.tsx";
import { CaseSection } from "../case/section.tsx";
import { type ReviewSearchParams, reviewSearchParams } from "../search-params.ts";
import { PartnerLine, PlaceLine } from "./case-lines.tsx";
import { Compared } from "./compared.tsx";
import { CHANGE, CHANGES, OUTCOME } from "./content.ts";
import { DecidePart } from "./decide-part.tsx";
import type { DecideActions } from "./decide-props.ts";
import { OwnershipScreen } from "./ownership-screen.tsx";
import type { ShownChange } from "./shown.ts";
import { useChanges, useOpenChange } from "./use-cases.ts";

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
            {keepsTier(change) && <Alert tone="warning">{CHANGE.renamed(TIER_NAMES[change.tier])}</Alert>}
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
        blocked={change.current === null ? OUTCOME.onlyReject : null}
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
