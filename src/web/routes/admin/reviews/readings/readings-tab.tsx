import { useRef, useState } from "react";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../../blocks/copy-command/copy-command.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { EmptyState } from "../../../../ui/states/states.tsx";
import { READINGS } from "./content.ts";
import { ReadingCase } from "./reading-case.tsx";
import { Renewals } from "./renewals.tsx";

/** Certificates to read a second time, one after the other, and new ones to record. */
export function ReadingsTab() {
  const readings = trpc.reviews.readings.list.useQuery(undefined, { staleTime: 0 });
  const [skipped, setSkipped] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="readings">
      <Renewals />
      <ListCard
        title={READINGS.title}
        headingRef={heading}
        actions={<CopyCommand {...act("reviews.readings.list", {})} />}
      >
        <Loaded query={readings} failed={READINGS.failed} rows={6}>
          {(waiting) => {
            const current = waiting[skipped % Math.max(1, waiting.length)];
            if (!current) return <EmptyState title={READINGS.done}>{READINGS.doneText}</EmptyState>;
            const goOn = () => heading.current?.focus();
            return (
              <ReadingCase
                key={current.id}
                waiting={current}
                left={waiting.length}
                onSkip={() => {
                  setSkipped(skipped + 1);
                  goOn();
                }}
                onRead={goOn}
              />
            );
          }}
        </Loaded>
      </ListCard>
    </div>
  );
}
