import { formatDueDay } from "../../../../lib/format/format-date.ts";
import { useListSearchParams } from "../../../../lib/list/use-search-params.ts";
import { REVIEWS } from "../content.ts";
import { type ReviewSearchParams, reviewSearchParams } from "../search-params.ts";
import { TRANSFER, TRANSFERS } from "./content.ts";
import { OwnershipScreen } from "./ownership-screen.tsx";
import { TransferCase } from "./transfer-case.tsx";
import { useTransfers } from "./use-cases.ts";

/** Partners ask for places of others. */
export function TransfersTab() {
  const listState = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  return (
    <OwnershipScreen
      kind="transfer"
      words={TRANSFERS}
      cases={useTransfers(listState.search)}
      listState={listState}
      factOf={({ evidence }) => (evidence.length > 0 ? REVIEWS.files(evidence.length) : "")}
      waitingOf={({ answerBy }) => TRANSFER.waits(formatDueDay(answerBy))}
    >
      {(transfer, onSettled) => <TransferCase transfer={transfer} onSettled={onSettled} />}
    </OwnershipScreen>
  );
}
