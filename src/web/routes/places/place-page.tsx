import { CLOSED_REPORTS, OWNER, PLACE, SUPPLIERS } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { type ClosedReport, REPORT_LABELS } from "../../../shared/reviews/reports.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { Breadcrumbs, type Crumb } from "../../kit/site/breadcrumbs.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { TierCard, TierReasons } from "../../kit/site/tier-card.tsx";
import { ClosedBanner, FactsSection } from "./facts-section.tsx";
import { MasjidDetails } from "./masjid-sections.tsx";
import { PlaceNow } from "./place-now.tsx";
import { PlacePhotos } from "./place-photos.tsx";
import { PrayerCards } from "./prayer/prayer-card.tsx";
import { StillOpenSection } from "./still-open.tsx";
import { claimLink, kindOf, titleOf } from "./structured-data.ts";
import { TierHistory } from "./tier-history.tsx";
import type { AskedDay } from "./views.ts";

interface PlacePageProps {
  readonly place: PublicPlace;
  /** Null unless the visitor chose a day. */
  readonly asked: AskedDay | null;
  /** Of this page, for a print of it. */
  readonly url: string;
  readonly crumbs: readonly Crumb[];
}

/** A place, what its halal tier is based on, and since when. A masjid has no tier. */
export function PlacePage({ place, asked, url, crumbs }: PlacePageProps) {
  const hasTier = place.tier !== null;
  return (
    <PublicPage title={titleOf(place)}>
      <div className="place-page wrap">
        <header className="place-page-head">
          <Breadcrumbs label={PLACE.way} crumbs={crumbs} />
          <p className="place-page-kind">{kindOf(place)}</p>
          <h1 dir="auto">{place.name}</h1>
          <p className="place-page-address">
            <bdi>{place.address}</bdi>
            <span>
              <bdi>{place.city}</bdi>, {place.state} {place.zipCode}
            </span>
          </p>
          <p className="place-page-printed">{PLACE.printed(longDay(place.today), url)}</p>
        </header>
        <div className="place-page-main">
          <ClosedBanner place={place} />
          {hasTier ? <TierCard place={place} /> : <PrayerCards place={place} />}
          <PlaceNow place={place} />
          <PlacePhotos place={place} />
          {hasTier ? <TierReasons place={place} /> : <MasjidDetails place={place} />}
          <Suppliers place={place} />
          <FactsSection place={place} />
          {(place.history.length > 0 || asked) && <TierHistory place={place} asked={asked} />}
          <StillOpenSection place={place} />
          <ReportSection place={place} />
          <Owner place={place} />
        </div>
      </div>
    </PublicPage>
  );
}

/** The suppliers that are confirmed today. */
function Suppliers({ place: { suppliers } }: { readonly place: PublicPlace }) {
  if (suppliers.length === 0) return null;
  return (
    <section className="place-page-suppliers" aria-labelledby="suppliers">
      <h2 id="suppliers">{SUPPLIERS.heading}</h2>
      <ul>
        {suppliers.map(({ name, until, by }) => (
          <li key={name}>
            <strong>
              <bdi>{SUPPLIERS.from(name)}</bdi>
            </strong>
            , {SUPPLIERS.until(longDay(until))}. <span className="soft">{SUPPLIERS.by[by]}</span>
          </li>
        ))}
      </ul>
      <p className="soft">{SUPPLIERS.note}</p>
    </section>
  );
}

function ownerText({ hasOwner, tier }: PublicPlace): string {
  if (hasOwner) return OWNER.ownedText;
  return tier === null ? OWNER.masjidText : OWNER.text;
}

function Owner({ place }: { readonly place: PublicPlace }) {
  return (
    <section className="place-page-owner" aria-labelledby="owner">
      <h2 id="owner">{place.hasOwner ? OWNER.owned : OWNER.heading}</h2>
      <p>{ownerText(place)}</p>
      <ButtonLink look="text" href={claimLink(place)}>
        {place.hasOwner ? OWNER.transfer : OWNER.claim}
      </ButtonLink>
    </section>
  );
}

/** What visitors reported, what the owner replied and what staff found, and the way to report something. */
function ReportSection({ place }: { readonly place: PublicPlace }) {
  const { reports } = place;
  return (
    <>
      {reports.length > 0 && (
        <section className="report-section" aria-labelledby="reports">
          <h2 id="reports">{CLOSED_REPORTS.heading}</h2>
          {reports.map((report) => (
            <Report key={JSON.stringify(report)} report={report} />
          ))}
        </section>
      )}
      <section className="report-section report-section-ask" aria-labelledby="report">
        <h2 id="report">{CLOSED_REPORTS.ask}</h2>
        <p>{CLOSED_REPORTS.askText}</p>
        <ButtonLink look="quiet" href={`${placePath(place)}/report`} rel="nofollow">
          {CLOSED_REPORTS.report}
        </ButtonLink>
      </section>
    </>
  );
}

function Report({ report: { kind, text, reply, conclusion, openedOn, closedOn } }: ReportProps) {
  const words = [
    [CLOSED_REPORTS.visitor, text],
    [CLOSED_REPORTS.owner, reply],
    [CLOSED_REPORTS.found, conclusion],
  ] as const;
  return (
    <article className="report-section-case">
      <h3>{REPORT_LABELS[kind]}</h3>
      <p className="soft">
        {CLOSED_REPORTS.opened(longDay(openedOn))}, {CLOSED_REPORTS.closed(longDay(closedOn))}
      </p>
      <dl>
        {words.map(
          ([who, words]) =>
            words && (
              <div key={who}>
                <dt>{who}</dt>
                <dd dir="auto">{words}</dd>
              </div>
            ),
        )}
      </dl>
    </article>
  );
}

interface ReportProps {
  readonly report: ClosedReport;
}
