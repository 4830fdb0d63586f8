import { formatDueDay } from "../../../../lib/format/format-date.ts";
import { useListSearchParams } from "../../../../lib/list/use-search-params.ts";
import { REVIEWS } from "../content.ts";
import { type ReviewSearchParams, reviewSearchParams } from "../search-params.ts";
import { TRANSFER, TRANSFERS } from "./content.ts";
import { OwnershipScreen } from "./ownership-screen.tsx";
import { TransferCase } from "./transfer-case.tsx";
import { useOpenTransfer, useTransfers } from "./use-cases.ts";

/** Partners ask for places of others. */
export function TransfersTab() {
  const listState = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const cases = useTransfers(listState.search);
  return (
    <OwnershipScreen
      kind="transfer"
      words={TRANSFERS}
      cases={cases}
      found={useOpenTransfer(cases, listState.search)}
      listState={listState}
      factOf={({ evidence }) => (evidence.length > 0 ? REVIEWS.files(evidence.length) : "")}
      waitingOf={({ answerBy }) => TRANSFER.waits(formatDueDay(answerBy))}
    >
      {(transfer, actions) => <TransferCase key={transfer.status} transfer={transfer} actions={actions} />}
    </OwnershipScreen>
  );
}
