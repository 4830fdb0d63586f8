import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AuditEntry } from "../../../../../modules/audit/schema.ts";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { sentenceOf } from "../../../../../shared/audit/sentence.ts";
import { formatCalendarDay, formatDateTime, formatDay } from "../../../../../shared/format.ts";
import type { EditedFacts } from "../../../../../shared/places/fact-fields.ts";
import { FACT_LABELS, factText, sourceText } from "../../../../../shared/places/fact-texts.ts";
import { FACT_KEYS, type FactKey } from "../../../../../shared/places/facts.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { FactsDialog } from "../../../../kit/facts-form/facts-dialog.tsx";
import { Alert } from "../../../../kit/page/alert.tsx";
import { Badge } from "../../../../kit/page/badge.tsx";
import { ListCard } from "../../../../kit/page/card.tsx";
import { Loaded } from "../../../../kit/page/states.tsx";
import { ADMINS } from "../../../../kit/staff/roles.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { Facts } from "../../../../kit/text/facts.tsx";
import { UserText } from "../../../../kit/text/user-text.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { refusalOf } from "../../../../lib/errors.ts";
import { EvidenceCard } from "../evidence/evidence-card.tsx";
import { MergesCard } from "../merge/merges-card.tsx";
import { NeighborsCard } from "../neighbors-card.tsx";
import { withPlace } from "../open-place.ts";
import { DetailsCard } from "./details-card.tsx";
import { GonePlace } from "./gone-place.tsx";
import { PhotosCard } from "./photos-card.tsx";
import { PlaceHead } from "./place-head.tsx";
import { PrayerCard } from "./prayer-card.tsx";

/** Everything that staff know about one place. */
export function PlaceRecord({ id }: { readonly id: string }) {
  const place = trpc.admin.pois.get.useQuery({ id }, { staleTime: 0 });
  return (
    <div className="place-record stack">
      <p>
        <Link to="." search={withPlace(undefined)} state={(before) => before}>
          All places
        </Link>
      </p>
      {refusalOf(place.error)?.status === 404 ? (
        <GonePlace id={id} />
      ) : (
        <Loaded query={place} failed="The place could not be loaded">
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
        {place.category === "mosque" && <PrayerCard place={place} />}
        <ClaimsCard placeId={place.id} />
        <PhotosCard placeId={place.id} />
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

/** The tier of today and its reasons, as the public sees them. */
function TierCard({ place: { id, category } }: { readonly place: StaffPlaceDetail }) {
  const shown = trpc.public.places.get.useQuery({ id }, { staleTime: 0 });
  return (
    <ListCard title="Halal tier">
      <div className="place-record-body">
        {category === "mosque" ? (
          <p className="soft">A masjid has no halal tier.</p>
        ) : (
          <Loaded query={shown} failed="The tier could not be loaded" rows={2}>
            {({ since, until, reasons }) => (
              <>
                {since && (
                  <p className="soft">
                    {[`Since ${formatCalendarDay(since)}`, until && `until ${formatCalendarDay(until)}`]
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

const TONES = { pending: "warning", approved: "good", rejected: "plain" } as const;

/** Who claimed the place, with links to the cases. */
function ClaimsCard({ placeId }: { readonly placeId: string }) {
  const claims = trpc.admin.reviews.placeClaims.useQuery({ id: placeId }, { staleTime: 0 });
  return (
    <ListCard title="Claims">
      <div className="place-record-body">
        <Loaded query={claims} failed="The claims could not be loaded" rows={2}>
          {(data) =>
            data.length === 0 ? (
              <p className="soft">There are no claims for this place.</p>
            ) : (
              <ul className="place-record-claims">
                {data.map(({ id, partnerName, status, submittedAt }) => (
                  <li key={id}>
                    <Link to="/admin/reviews" search={caseOf(id, status)}>
                      <bdi>{partnerName}</bdi>
                    </Link>
                    <Badge tone={TONES[status]}>{CLAIMS.status[status]}</Badge>
                    <span className="soft">{formatDay(submittedAt)}</span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </ListCard>
  );
}

const caseOf = (id: string, status: keyof typeof TONES) => ({
  case: `claim:${id}`,
  ...(status !== "pending" && { show: "decided" as const }),
});

const SHOWN = 8; // entries; the audit log has all

/** What was done to a place, in sentences, newest first. */
function HistoryCard({ placeId }: { readonly placeId: string }) {
  const entries = trpc.admin.audit.list.useQuery({ q: placeId, limit: SHOWN }, { staleTime: 0 });
  return (
    <ListCard
      title={HISTORY.title}
      actions={
        <Link to="/admin/audit" search={{ q: placeId }}>
          {HISTORY.all}
        </Link>
      }
    >
      <div className="place-record-body">
        <Loaded query={entries} failed={HISTORY.failed} rows={3}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="soft">{HISTORY.none}</p>
            ) : (
              <ol className="place-record-reasons">
                {items.map((entry) => (
                  <li key={entry.id}>
                    <UserText text={lineOf(entry)} />
                    <time className="table-sub" dateTime={entry.at.toISOString()}>
                      {formatDateTime(entry.at)}
                    </time>
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      </div>
    </ListCard>
  );
}

function lineOf({ actor, action, after, name }: AuditEntry): string {
  const { text, record } = sentenceOf(action, after, name);
  return `${actor.name ?? HISTORY.actors[actor.kind as keyof typeof HISTORY.actors] ?? actor.kind} ${text}${record ? record.words + record.rest : ""}`;
}

/** What is known about hours and other facts, with its source. */
function FactsCard({ place: { id, name, halalVerificationStatus, sources } }: FactsCardProps) {
  const { role } = useStaff();
  const [editing, setEditing] = useState(false);
  const cache = trpc.useUtils().admin.facts.get;
  const query = trpc.admin.facts.get.useQuery({ id }, { staleTime: 0 });
  const save = trpc.admin.facts.save.useMutation({ onSuccess: (facts) => cache.setData({ id }, facts) });
  const edit = ADMINS.includes(role) && (
    <Button look="quiet" className="button-tiny" onClick={() => setEditing(true)}>
      Record facts
    </Button>
  );
  return (
    <ListCard title="Hours and facts" actions={edit}>
      <div className="place-record-body">
        <Loaded query={query} failed="The hours and facts could not be loaded" rows={3}>
          {(data) => (
            <>
              {halalVerificationStatus === "friendly" && data.facts.alcohol?.value && (
                <Alert tone="warning">
                  Alcohol is served here, but the tier rests on a declaration of no alcohol. Please check the
                  declaration.
                </Alert>
              )}
              <Known data={data} sources={sources} />
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
        onRefused={() => void cache.invalidate({ id })}
      />
    </ListCard>
  );
}

interface FactsCardProps {
  readonly place: StaffPlaceDetail;
}

function Known({ data, sources }: KnownProps) {
  const known = FACT_KEYS.filter((key) => data.facts[key] !== undefined);
  if (known.length === 0) return <p className="soft">Nothing is known yet.</p>;
  return (
    <Facts
      facts={known.map((key) => [
        labelOf(key),
        <FactWithSource key={key} data={data} sources={sources} fact={key} />,
      ])}
    />
  );
}

interface KnownProps extends Pick<StaffPlaceDetail, "sources"> {
  readonly data: EditedFacts;
}

/** The form asks for `Permanently closed`, which would repeat the value here. */
const labelOf = (key: FactKey): string => (key === "closed" ? "Status" : FACT_LABELS[key]);

/** A fact, its source, and which staff member recorded it. */
function FactWithSource({
  data: { facts, bySource },
  sources,
  fact,
}: KnownProps & { readonly fact: FactKey }) {
  const current = facts[fact];
  const by = current?.source === "staff" ? bySource.staff[fact]?.by : undefined;
  return (
    current && (
      <>
        <bdi>{factText(facts, fact)}</bdi>{" "}
        <span className="soft">
          ({sourceText(current, sources[fact]?.source)}
          {by && `, ${by}`})
        </span>
      </>
    )
  );
}

const HISTORY = {
  title: "History",
  all: "All entries",
  failed: "The history could not be loaded",
  none: "Nothing has been recorded yet.",
  actors: {
    visitor: "A visitor",
    schedule: "The schedule",
    partner: "A partner",
    staff: "A staff member",
    operator: "An operator",
  },
} as const;

const CLAIMS = {
  status: { pending: "Pending", approved: "Approved", rejected: "Rejected" },
} as const;
