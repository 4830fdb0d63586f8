import type { PublicPlace } from "../../../modules/evidence/public/schema.ts";
import { sourceText } from "../../../shared/places/facts/fact-texts.ts";
import { mapLink } from "../../lib/map-link.ts";
import { ButtonLink } from "../../ui/button/button.tsx";
import { OWNER, PLACE } from "./content.ts";
import { DayForm } from "./day-form.tsx";
import { addressOf, claimLink, kindOf, titleOf } from "./described-place.ts";
import { ClosedBanner, FactsSection } from "./facts-section.tsx";
import { PlacesPage } from "./places-page.tsx";
import { ReportSection } from "./report/report-section.tsx";
import { TierCard } from "./tier-card.tsx";
import { TierHistory } from "./tier-history.tsx";
import type { AskedDay } from "./views.ts";

interface PlacePageProps {
  readonly place: PublicPlace;
  /** Null unless the visitor chose a day. */
  readonly asked: AskedDay | null;
}

/** A place, what its halal tier is based on, and since when. A masjid has no tier. */
export function PlacePage({ place, asked }: PlacePageProps) {
  const hasTier = place.tier !== null;
  return (
    <PlacesPage title={titleOf(place)}>
      <div className="place-page wrap">
        <header className="place-page-head">
          <p className="place-page-kind">{kindOf(place)}</p>
          <h1 dir="auto">{place.name}</h1>
          <p className="place-page-address">
            <bdi>{place.address}</bdi>
            <span>
              <bdi>{place.city}</bdi>, {place.state} {place.zipCode}
            </span>
          </p>
        </header>
        <div className="place-page-main">
          <ClosedBanner place={place} />
          {hasTier && <TierCard place={place} />}
          <Contact place={place} />
          <FactsSection place={place} />
          {hasTier && place.history.length > 0 && <TierHistory place={place} />}
          {hasTier && <DayForm placeId={place.id} asked={asked} />}
          <ReportSection place={place} />
          <Owner place={place} />
        </div>
      </div>
    </PlacesPage>
  );
}

function Contact({ place }: { readonly place: PublicPlace }) {
  const { phone, website, fromOwner } = place;
  return (
    <section className="place-page-contact" aria-label={PLACE.contact}>
      <ButtonLink look="quiet" href={mapLink(place)} rel="noreferrer" title={PLACE.directionsNote}>
        {PLACE.directions}
      </ButtonLink>
      {phone && (
        <ButtonLink look="quiet" href={`tel:+1${phone.replace(/\D/g, "")}`}>
          {PLACE.call} {phone}
        </ButtonLink>
      )}
      {website && (
        <ButtonLink look="quiet" href={website} rel="noreferrer nofollow ugc">
          {PLACE.website}
          <span className="visually-hidden"> {addressOf(place)}</span>
        </ButtonLink>
      )}
      {contactSources(fromOwner).map((source) => (
        <p key={source} className="soft">
          {source}
        </p>
      ))}
    </section>
  );
}

function contactSources({ phone, website }: PublicPlace["fromOwner"]): string[] {
  const of = (what: string, on: string) => PLACE.givenBy(what, sourceText({ source: "owner", on }));
  if (phone && phone === website) return [of(PLACE.both, phone)];
  return [phone && of(PLACE.phone, phone), website && of(PLACE.website, website)].filter(
    (source) => source !== null,
  );
}

function Owner({ place }: { readonly place: PublicPlace }) {
  return (
    <section className="place-page-owner" aria-labelledby="owner">
      <h2 id="owner">{OWNER.heading}</h2>
      <p>{OWNER.text}</p>
      <ButtonLink look="quiet" href={claimLink(place)}>
        {OWNER.claim}
      </ButtonLink>
    </section>
  );
}
