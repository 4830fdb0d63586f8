import { useState } from "react";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import type { EditedFacts } from "../../../../../shared/places/facts/fact-fields.ts";
import { FACT_LABELS, factText, sourceText } from "../../../../../shared/places/facts/fact-texts.ts";
import { FACT_KEYS, type FactKey } from "../../../../../shared/places/facts/facts.ts";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../../blocks/copy-command/copy-form.tsx";
import { FactsDialog } from "../../../../blocks/facts-form/facts-dialog.tsx";
import { ADMINS } from "../../../../blocks/staff/roles.ts";
import { useStaff } from "../../../../blocks/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Facts } from "../../../../ui/facts/facts.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { FACTS } from "../content.ts";

/** What is known about hours and other facts, with its source. */
export function FactsCard({ place: { id, name, halalVerificationStatus } }: FactsCardProps) {
  const { role } = useStaff();
  const [editing, setEditing] = useState(false);
  const cache = trpc.useUtils().admin.facts.get;
  const query = trpc.admin.facts.get.useQuery({ id }, { staleTime: 0 });
  const save = trpc.admin.facts.save.useMutation({ onSuccess: (facts) => cache.setData({ id }, facts) });
  const edit = ADMINS.includes(role) && (
    <Button look="quiet" className="button-tiny" onClick={() => setEditing(true)}>
      {FACTS.record}
    </Button>
  );
  return (
    <ListCard title={FACTS.title} actions={edit}>
      <div className="place-record-body">
        <Loaded query={query} failed={FACTS.failed} rows={3}>
          {(data) => (
            <>
              {halalVerificationStatus === "friendly" && data.facts.alcohol?.value && (
                <Alert tone="warning">{FACTS.contradiction}</Alert>
              )}
              <Known data={data} />
            </>
          )}
        </Loaded>
      </div>
      <FactsDialog
        open={editing}
        onClose={() => setEditing(false)}
        placeName={name}
        query={query}
        editor="staff"
        save={(facts, updatedAt) => save.mutateAsync({ id, ...facts, updatedAt })}
        aside={(read, updatedAt) => (
          <CopyForm act={(form) => act("admin.facts.save", { id, ...read(form), updatedAt })} />
        )}
        onRefused={() => void cache.invalidate({ id })}
      />
    </ListCard>
  );
}

interface FactsCardProps {
  readonly place: StaffPlaceDetail;
}

function Known({ data }: { readonly data: EditedFacts }) {
  const known = FACT_KEYS.filter((key) => data.facts[key] !== undefined);
  if (known.length === 0) return <p className="soft">{FACTS.none}</p>;
  return (
    <Facts facts={known.map((key) => [labelOf(key), <FactWithSource key={key} data={data} fact={key} />])} />
  );
}

/** The form asks for `Permanently closed`, which would repeat the value here. */
const labelOf = (key: FactKey): string => (key === "closed" ? FACTS.status : FACT_LABELS[key]);

/** A fact, its source, and which staff member recorded it. */
function FactWithSource({
  data: { facts, bySource },
  fact,
}: {
  readonly data: EditedFacts;
  readonly fact: FactKey;
}) {
  const current = facts[fact];
  const by = current?.source === "staff" ? bySource.staff[fact]?.by : undefined;
  return (
    current && (
      <>
        <bdi>{factText(facts, fact)}</bdi>{" "}
        <span className="soft">
          ({sourceText(current)}
          {by && `, ${by}`})
        </span>
      </>
    )
  );
}
