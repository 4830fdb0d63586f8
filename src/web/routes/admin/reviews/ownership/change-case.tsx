import { useState } from "react";
import { CaseHead } from "../case/case-head.tsx";
import { CaseSection } from "../case/section.tsx";
import { CASE } from "../content.ts";
import { PartnerLine, PlaceLine } from "./case-lines.tsx";
import { Compared } from "./compared.tsx";
import { CHANGE, CHANGES, OUTCOME } from "./content.ts";
import { DecidePart } from "./decide-part.tsx";
import type { DecideActions } from "./decide-props.ts";
import type { ShownChange } from "./shown.ts";

interface ChangeCaseProps {
  readonly change: ShownChange;
  readonly actions: DecideActions;
}

/** A change next to the place as it is listed. */
export function ChangeCase({ change, actions }: ChangeCaseProps) {
  const [opened] = useState(change);
  return (
    <>
      <CaseHead {...change} kind={CHANGES.kind} name={change.poiName} of="proposal" />
      <div className="case-body">
        <div className="case-parts">
          <CaseSection title={CHANGE.differences}>
            <Compared change={change} />
          </CaseSection>
          <CaseSection title={CHANGE.owner}>
            <PartnerLine id={change.partnerId} name={change.partnerName} />
          </CaseSection>
          <CaseSection title={CASE.place}>
            <PlaceLine id={change.poiId} name={change.poiName} />
          </CaseSection>
        </div>
      </div>
      <DecidePart
        kind="proposal"
        shown={change}
        opened={opened}
        {...actions}
        applies={CHANGE.applies}
        blocked={change.current === null ? OUTCOME.onlyReject : null}
      />
    </>
  );
}
