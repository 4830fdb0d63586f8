import { useState } from "react";
import { COMPLETE, MY_PLACE, VISITS } from "../../../../copy/en/my-place.ts";
import { MY_POIS, OWN } from "../../../../copy/en/partner.ts";
import { CHANGE_FIELDS, PROPOSAL, RENEW } from "../../../../copy/en/partner-places.ts";
import { PRAYER_FORM } from "../../../../copy/en/prayer.ts";
import type { Visits } from "../../../../modules/directory/visits/schema.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { formatCalendarDay, formatDay, formatDueDay } from "../../../../shared/format.ts";
import type { CurrentFacts, EditedFacts } from "../../../../shared/places/fact-fields.ts";
import { type FactKey, factsOfCategory } from "../../../../shared/places/facts.ts";
import { PROPOSAL_FIELDS } from "../../../../shared/places/places.ts";
import { placePath } from "../../../../shared/places/slug.ts";
import { Button, ButtonLink } from "../../../kit/controls/button.tsx";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { FactsDialog } from "../../../kit/facts-form/facts-dialog.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Loaded, type Loading } from "../../../kit/page/states.tsx";
import { TierBadge } from "../../../kit/site/tier-mark.tsx";
import { Facts } from "../../../kit/text/facts.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { PlaceLines } from "../search/place-card.tsx";
import { EditPlace, valueText } from "./edit-place.tsx";
import { isRecentlyDecided, type Proposal, useDue, useOwn, useProposal } from "./own-data.ts";
import { OwnList } from "./own-list.tsx";
import { PhotosDialog } from "./photos.tsx";
import { PlaceMenu } from "./place-menu.tsx";
import { ConfirmTimes, OwnPrayer } from "./prayer-times.tsx";
import { CertificateProgress, Renewals, SendCertificate } from "./renewals.tsx";
import { Transfers } from "./transfers.tsx";

type OwnForm = "edit" | "hours" | "photos" | "prayer";

/** The places that the partner owns. */
export function MyPois({ onSearch }: { readonly onSearch: () => void }) {
  const { pois } = useOwn();
  return (
    <>
      <Renewals />
      <Transfers />
      <OwnList
        list={pois}
        words={MY_POIS}
        emptyAction={<Button onClick={onSearch}>{OWN.goSearch}</Button>}
        keyOf={(place) => place.id}
        card={(place) => <OwnPlace place={place} />}
      />
    </>
  );
}

function OwnPlace({ place }: { readonly place: Place }) {
  const { id, name } = place;
  const proposal = useProposal(id);
  const facts = trpc.partner.facts.get.useQuery({ id });
  const photos = trpc.partner.photos.list.useQuery({ id });
  const visits = trpc.partner.visits.get.useQuery({ id });
  const [open, setOpen] = useState<OwnForm | null>(null);
  return (
    <article className="place-card own-place">
      <div className="place-card-head">
        <h3>
          <UserText text={name} />
        </h3>
        <p className="own-place-marks">
          <TierBadge status={place.halalVerificationStatus} />
          <Badge>{OWN.owned}</Badge>
        </p>
      </div>
      <div className="own-place-body">
        <div className="own-place-part">
          <OwnLines place={place} />
          {facts.data && photos.data && (
            <Completeness
              place={place}
              facts={facts.data.facts}
              hasPhotos={photos.data.some(({ state }) => state !== "declined")}
              onAdd={setOpen}
            />
          )}
          {place.category === "mosque" && <ConfirmTimes place={place} onOpen={() => setOpen("prayer")} />}
        </div>
        <div className="own-place-part">
          <Tier place={place} />
          {visits.data && <PlaceVisits visits={visits.data} />}
        </div>
      </div>
      {proposal && <ProposalState proposal={proposal} />}
      <PlaceActions place={place} onOpen={setOpen} />
      <PlaceForms place={place} proposal={proposal} facts={facts} open={open} onClose={() => setOpen(null)} />
    </article>
  );
}

function OwnLines({ place }: { readonly place: Place }) {
  return (
    <PlaceLines place={place} isOwn>
      {place.website && (
        <p>
          <span className="visually-hidden">{OWN.website}: </span>
          <a href={place.website} target="_blank" rel="noreferrer nofollow">
            {place.website.replace(/^https?:\/\//, "")}
          </a>
        </p>
      )}
    </PlaceLines>
  );
}

interface PlaceActionsProps {
  readonly place: Place;
  readonly onOpen: (form: OwnForm) => void;
}

function PlaceActions({ place, onOpen }: PlaceActionsProps) {
  const named = (words: string) => (
    <>
      {words}
      <span className="visually-hidden"> {place.name}</span>
    </>
  );
  return (
    <div className="place-card-actions">
      <SendCertificate place={place} />
      <Button look="quiet" className="button-small" onClick={() => onOpen("edit")}>
        {named(MY_PLACE.edit)}
      </Button>
      <Button look="quiet" className="button-small" onClick={() => onOpen("hours")}>
        {named(MY_PLACE.hours)}
      </Button>
      {place.category === "mosque" && (
        <Button look="quiet" className="button-small" onClick={() => onOpen("prayer")}>
          {named(PRAYER_FORM.open)}
        </Button>
      )}
      <Button look="quiet" className="button-small" onClick={() => onOpen("photos")}>
        {named(MY_PLACE.photos)}
      </Button>
      <ButtonLink look="text" className="button-small" href={placePath(place)} target="_blank">
        {named(MY_PLACE.public)}
      </ButtonLink>
      <PlaceMenu place={place} />
    </div>
  );
}

interface PlaceFormsProps {
  readonly place: Place;
  readonly proposal: Proposal | undefined;
  readonly facts: Loading<EditedFacts>;
  readonly open: OwnForm | null;
  readonly onClose: () => void;
}

/** The dialogs that change the place: its hours on one screen, everything else on another. */
function PlaceForms({ place, proposal, facts, open, onClose }: PlaceFormsProps) {
  const { id, name } = place;
  const cache = trpc.useUtils().partner.facts.get;
  const { mutateAsync } = trpc.partner.facts.save.useMutation({
    onSuccess: (saved) => cache.setData({ id }, saved),
  });
  const reload = () => void cache.invalidate({ id });
  const pending = proposal?.status === "pending" ? proposal : undefined;
  return (
    <>
      <PhotosDialog place={place} open={open === "photos"} onClose={onClose} />
      <FactsDialog
        open={open === "hours"}
        onClose={onClose}
        placeName={name}
        query={facts}
        editor="owner"
        onlyHours
        save={(sent, updatedAt) => mutateAsync({ id, ...sent, updatedAt })}
        onRefused={reload}
      />
      {place.category === "mosque" && (
        <OwnPrayer place={place} open={open === "prayer"} onClose={onClose} facts={facts} />
      )}
      <FormDialog open={open === "edit"} onClose={onClose} title={MY_PLACE.edit} description={name}>
        {open === "edit" && (
          <Loaded query={facts} failed={MY_POIS.factsFailed} rows={6}>
            {(loaded) => (
              <EditPlace
                place={place}
                pending={pending}
                facts={loaded}
                onSaved={(saved) => cache.setData({ id }, saved)}
                onRefused={reload}
              />
            )}
          </Loaded>
        )}
      </FormDialog>
    </>
  );
}

/** How far its certificate is; a masjid has no tier. */
function Tier({ place: { id, category } }: { readonly place: Place }) {
  const hasTier = category !== "mosque";
  const { data: progress } = trpc.partner.renewals.progress.useQuery({ id }, { enabled: hasTier });
  const due = useDue()?.find(({ poiId }) => poiId === id);
  if (!progress || !hasTier) return null;
  const isShown = progress.tier !== "friendly" || progress.sentOn !== null;
  const sentAt = progress.tier === "verified" || progress.tier === "friendly" ? due?.sentAt : null;
  return (
    <>
      {isShown && <CertificateProgress progress={progress} />}
      {sentAt && <p>{RENEW.sent(formatDay(sentAt))}</p>}
    </>
  );
}

type Detail = keyof typeof COMPLETE.next;

interface CompletenessProps {
  readonly place: Place;
  readonly facts: CurrentFacts;
  readonly hasPhotos: boolean;
  readonly onAdd: (form: OwnForm) => void;
}

/** The form in which a detail is added. */
const formOf = (detail: Detail): OwnForm => {
  if (detail === "hours" || detail === "photos") return detail;
  return detail === "iqamah" || detail === "jumuah" ? "prayer" : "edit";
};

/** How many details are known, and the next one to add. */
function Completeness({ place, facts, hasPhotos, onAdd }: CompletenessProps) {
  const { id, name, phone, website, category } = place;
  const isMasjid = category === "mosque";
  const { data: prayer } = trpc.partner.prayer.get.useQuery({ id }, { enabled: isMasjid });
  const isDetail = (key: FactKey): key is Exclude<FactKey, "closed"> => key !== "closed";
  const keys = factsOfCategory(category).filter(isDetail);
  const isKnown = (key: FactKey) =>
    facts[key] !== undefined || (key === "jumuah" && prayer !== undefined && prayer.jumuah.length > 0);
  const known: readonly (readonly [Detail, boolean])[] = [
    ["hours", facts.hours !== undefined],
    ["phone", phone !== ""],
    ["website", website !== ""],
    ["photos", hasPhotos],
    ...(isMasjid ? [["iqamah", prayer !== undefined && prayer.iqamah.length > 0] as const] : []),
    ...keys.filter((key) => key !== "hours").map((key) => [key, isKnown(key)] as const),
  ];
  const done = known.filter(([, has]) => has).length;
  const next = known.find(([, has]) => !has)?.[0];
  if (next === undefined || (isMasjid && !prayer)) return null;
  const what = COMPLETE.next[next];
  return (
    <div className="own-place-complete">
      <progress value={done} max={known.length} aria-label={COMPLETE.meter(name)} />
      <p>{COMPLETE.said(done, known.length)}</p>
      <Button
        look="text"
        className="button-small"
        aria-label={COMPLETE.of(what, name)}
        onClick={() => onAdd(formOf(next))}
      >
        {COMPLETE.add(what)}
      </Button>
    </div>
  );
}

/** A change that waits for staff, or what they decided. */
function ProposalState({ proposal }: { readonly proposal: Proposal }) {
  const { fields, notes, status, reviewedAt } = proposal;
  if (status === "approved" && notes === "" && !isRecentlyDecided(reviewedAt)) return null;
  return (
    <div className="edit-place-state">
      <p>{sentenceOf(proposal)}</p>
      <Facts
        facts={PROPOSAL_FIELDS.filter((field) => fields[field] !== undefined).map((field) => [
          CHANGE_FIELDS[field],
          valueText(fields, field) || PROPOSAL.empty,
        ])}
      />
      {notes && (
        <p className="own-list-notes">
          <strong>{OWN.notes}:</strong> <bdi>{notes}</bdi>
        </p>
      )}
    </div>
  );
}

function sentenceOf({ status, submittedAt, reviewedAt, dueBy }: Proposal): string {
  if (status === "pending") return PROPOSAL.pending(formatDueDay(dueBy));
  return PROPOSAL[status](formatDay(reviewedAt ?? submittedAt));
}

const HEIGHT = 36;
const STEP = 10;
const BAR = 7;
const LEAST = 2; // of a week whose count is hidden

/** How often the page was seen, in a line and a small chart. */
function PlaceVisits({ visits }: { readonly visits: Visits }) {
  const { views, directions, weeks } = visits;
  const isShown = weeks.some((week) => week.views !== null);
  return (
    <div className="own-place-visits">
      <p>{views === null && directions === null ? VISITS.none : VISITS.said(views, directions)}</p>
      {isShown && <Chart weeks={weeks} />}
      <p className="soft">{VISITS.how}</p>
    </div>
  );
}

function Chart({ weeks }: Pick<Visits, "weeks">) {
  const most = Math.max(1, ...weeks.map((week) => week.views ?? 0));
  return (
    <svg
      role="img"
      aria-label={`${VISITS.chart}. ${weeks.map((each) => VISITS.week(formatCalendarDay(each.from), each.views)).join(". ")}`}
      viewBox={`0 0 ${weeks.length * STEP - (STEP - BAR)} ${HEIGHT}`}
      width={weeks.length * STEP}
      height={HEIGHT}
    >
      {weeks.map((week, n) => {
        const height = week.views === null ? LEAST : Math.max(LEAST, (week.views / most) * HEIGHT);
        return (
          <rect
            key={week.from}
            data-hidden={week.views === null || undefined}
            x={n * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={2}
          >
            <title>{VISITS.week(formatCalendarDay(week.from), week.views)}</title>
          </rect>
        );
      })}
    </svg>
  );
}
