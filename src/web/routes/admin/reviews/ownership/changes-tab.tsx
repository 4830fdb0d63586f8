import { PROPOSAL_FIELDS } from "../../../../../shared/places/ownership.ts";
import { useListSearchParams } from "../../../../lib/list/use-search-params.ts";
import { type ReviewSearchParams, reviewSearchParams } from "../search-params.ts";
import { ChangeCase } from "./change-case.tsx";
import { CHANGE, CHANGES } from "./content.ts";
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
