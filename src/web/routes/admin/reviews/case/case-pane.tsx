import { trpc } from "../../../../lib/api.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { CASE } from "../content.ts";
import { caseOf } from "../queue/queue-rows.ts";
import type { CaseActions } from "./case-props.ts";
import { ClaimCase } from "./claim-case.tsx";
import { RequestCase } from "./request-case.tsx";

interface CasePaneProps extends CaseActions {
  readonly caseKey: string;
  readonly onBack: () => void;
}

/** One case with everything needed to decide it. */
export function CasePane({ caseKey, onBack, ...actions }: CasePaneProps) {
  const { kind, id } = caseOf(caseKey);
  return (
    <article className="list-card case">
      <div className="case-back">
        <Button look="text" className="button-tiny" onClick={onBack}>
          {CASE.back}
        </Button>
      </div>
      {kind === "claim" ? <LoadedClaim id={id} {...actions} /> : <LoadedRequest id={id} {...actions} />}
    </article>
  );
}

function LoadedClaim({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.reviews.claim.useQuery({ id });
  return (
    <Loaded query={found} failed={CASE.failed} rows={8}>
      {(shown) => <ClaimCase shown={shown} {...actions} />}
    </Loaded>
  );
}

function LoadedRequest({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.reviews.request.useQuery({ id });
  return (
    <Loaded query={found} failed={CASE.failed} rows={8}>
      {(shown) => <RequestCase shown={shown} {...actions} />}
    </Loaded>
  );
}
