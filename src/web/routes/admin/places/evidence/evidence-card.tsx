import { useRef, useState } from "react";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { trpc } from "../../../../lib/api.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { EmptyState } from "../../../../ui/states/states.tsx";
import { TIER } from "../content.ts";
import { AddEvidence } from "./add-evidence.tsx";
import { EVIDENCE } from "./content.ts";
import { EvidenceEntry } from "./evidence-entry.tsx";
import { type Entry, timelineOf } from "./timeline.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** All that the tier rests on, newest first, and the dialogs that add to it. */
export function EvidenceCard({ place: { id, category } }: { readonly place: StaffPlaceDetail }) {
  const records = trpc.admin.evidence.list.useQuery({ id }, { staleTime: 0 });
  const [adding, setAdding] = useState(false);
  const [withdrawing, setWithdrawing] = useState<Entry | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isMasjid = category === "mosque";
  return (
    <ListCard
      title={EVIDENCE.title}
      headingRef={heading}
      actions={
        !isMasjid && (
          <Button className="button-tiny" onClick={() => setAdding(true)}>
            {EVIDENCE.add}
          </Button>
        )
      }
    >
      <Loaded query={records} failed={EVIDENCE.failed} rows={4}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState title={EVIDENCE.none}>{isMasjid ? TIER.masjid : EVIDENCE.noneText}</EmptyState>
          ) : (
            <ol className="evidence-timeline">
              {timelineOf(data).map((entry) => (
                <EvidenceEntry
                  key={entry.record.id}
                  placeId={id}
                  entry={entry}
                  onWithdraw={isMasjid ? null : setWithdrawing}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      <AddEvidence placeId={id} open={adding} onClose={() => setAdding(false)} />
      <WithdrawDialog
        entry={withdrawing}
        onClose={() => setWithdrawing(null)}
        focusAfter={() => heading.current}
      />
    </ListCard>
  );
}
