import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { trpc } from "../../../../lib/api.tsx";
import { formatCalendarDay } from "../../../../lib/format/format-date.ts";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { TIER } from "../content.ts";

/** The tier of today and its reasons, as the public sees them. */
export function TierCard({ place: { id, category } }: { readonly place: StaffPlaceDetail }) {
  const shown = trpc.public.places.get.useQuery({ id }, { staleTime: 0 });
  return (
    <ListCard title={TIER.title}>
      <div className="place-record-body">
        {category === "mosque" ? (
          <p className="soft">{TIER.masjid}</p>
        ) : (
          <Loaded query={shown} failed={TIER.failed} rows={2}>
            {({ since, until, reasons }) => (
              <>
                {since && (
                  <p className="soft">
                    {[TIER.since(formatCalendarDay(since)), until && TIER.until(formatCalendarDay(until))]
                      .filter(Boolean)
                      .join(", ")}
                  </p>
                )}
                <ul className="place-record-reasons">
                  {reasons.map((reason) => (
                    <li key={reason} dir="auto">
                      {reason}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Loaded>
        )}
      </div>
    </ListCard>
  );
}
