import { useState } from "react";
import type { EditedPrayer } from "../../../../../modules/places/prayer/schema.ts";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { formatCalendarDay, formatDay } from "../../../../../shared/format.ts";
import {
  JUMUAH_NAME,
  jumuahText,
  MADHAB_NAMES,
  METHOD_NAMES,
  PRAYER_NAMES,
  readRule,
  ruleText,
} from "../../../../../shared/places/iqamah-rules.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { ListCard } from "../../../../kit/page/card.tsx";
import { Loaded } from "../../../../kit/page/states.tsx";
import { PrayerDialog } from "../../../../kit/prayer-form/prayer-dialog.tsx";
import { ADMINS } from "../../../../kit/staff/roles.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { Facts } from "../../../../kit/text/facts.tsx";
import { trpc } from "../../../../lib/api.tsx";

/** What a masjid says of its prayer times, now and for later. */
export function PrayerCard({ place: { id, name } }: { readonly place: StaffPlaceDetail }) {
  const { role } = useStaff();
  const [editing, setEditing] = useState(false);
  const cache = trpc.useUtils().admin.prayer.get;
  const query = trpc.admin.prayer.get.useQuery({ id }, { staleTime: 0 });
  const facts = trpc.admin.facts.get.useQuery({ id }, { staleTime: 0 });
  const save = trpc.admin.prayer.save.useMutation({ onSuccess: (said) => cache.setData({ id }, said) });
  const edit = ADMINS.includes(role) && (
    <Button look="quiet" className="button-tiny" onClick={() => setEditing(true)}>
      Edit prayer times
    </Button>
  );
  return (
    <ListCard title="Prayer times" actions={edit}>
      <div className="place-record-body">
        <Loaded query={query} failed="The prayer times could not be loaded" rows={3}>
          {(said) => <Facts facts={linesOf(said)} />}
        </Loaded>
      </div>
      <PrayerDialog
        open={editing}
        onClose={() => setEditing(false)}
        placeName={name}
        query={query}
        facts={facts}
        save={(said, updatedAt) => save.mutateAsync({ id, ...said, updatedAt })}
        onRefused={() => void cache.invalidate({ id })}
      />
    </ListCard>
  );
}

interface Row {
  readonly from: string;
  readonly by: "owner" | "staff";
  readonly saidAt: Date;
}

const whose = ({ from, by, saidAt }: Row): string =>
  `from ${formatCalendarDay(from)} (said by the ${by} on ${formatDay(saidAt)})`;

function linesOf({ iqamah, jumuah, method, madhab }: EditedPrayer) {
  const rules = iqamah.map((row) => {
    const rule = row.rule === null ? null : readRule(row.rule);
    return [PRAYER_NAMES[row.prayer], `${rule ? ruleText(rule) : "No longer said"}, ${whose(row)}`] as const;
  });
  const fridays = jumuah.map(({ time, ...row }) => {
    const text = time === null ? `Ends ${row.hall}`.trim() : jumuahText({ ...row, time });
    return [JUMUAH_NAME, `${text}, ${whose(row)}`] as const;
  });
  return [...rules, ...fridays, ["Adhan", `${METHOD_NAMES[method]}; Asr: ${MADHAB_NAMES[madhab]}`] as const];
}
