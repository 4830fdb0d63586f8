import { Link } from "@tanstack/react-router";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { ADMINS } from "../../../../blocks/staff/roles.ts";
import { useStaff } from "../../../../blocks/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { refusalOf } from "../../../../lib/refusal.ts";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { PLACES, RECORD } from "../content.ts";
import { EvidenceCard } from "../evidence/evidence-card.tsx";
import { MergesCard } from "../merge/merges-card.tsx";
import { NeighborsCard } from "../neighbors/neighbors-card.tsx";
import { withPlace } from "../open-place.ts";
import { ClaimsCard } from "./claims-card.tsx";
import { DetailsCard } from "./details-card.tsx";
import { FactsCard } from "./facts-card.tsx";
import { GonePlace } from "./gone-place.tsx";
import { HistoryCard } from "./history-card.tsx";
import { PlaceHead } from "./place-head.tsx";
import { TierCard } from "./tier-card.tsx";

/** Everything that staff know about one place. */
export function PlaceRecord({ id }: { readonly id: string }) {
  const place = trpc.admin.pois.get.useQuery({ id }, { staleTime: 0 });
  return (
    <div className="place-record stack">
      <p>
        <Link to="." search={withPlace(undefined) as never} state={(before) => before}>
          {PLACES.all}
        </Link>
      </p>
      {refusalOf(place.error)?.status === 404 ? (
        <GonePlace id={id} />
      ) : (
        <Loaded query={place} failed={RECORD.failed}>
          {(data) => <Record place={data} />}
        </Loaded>
      )}
    </div>
  );
}

/** Each subject is a card of its own: what the place rests on at the start, what it is at the end. */
const Record = ({ place }: { readonly place: StaffPlaceDetail }) => (
  <>
    <PlaceHead key={place.id} place={place} />
    <div className="place-record-cards">
      <div className="place-record-column">
        <TierCard place={place} />
        <EvidenceCard place={place} />
        <NeighborsCard place={place} />
      </div>
      <div className="place-record-column">
        <DetailsCard place={place} />
        <FactsCard place={place} />
        <ClaimsCard placeId={place.id} />
        <MergesCard placeId={place.id} />
        <History placeId={place.id} />
      </div>
    </div>
  </>
);

/** Only admins read the audit log. */
function History({ placeId }: { readonly placeId: string }) {
  const { role } = useStaff();
  return ADMINS.includes(role) ? <HistoryCard placeId={placeId} /> : null;
}
