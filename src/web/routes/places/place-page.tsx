import { CLOSED_REPORTS, MASJID, OWNER, PHOTOS_OF, PLACE, SUPPLIERS } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import { FACT_LABELS, factText } from "../../../shared/places/fact-texts.ts";
import type { FactKey } from "../../../shared/places/facts.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { releaseLabel } from "../../../shared/places/sources.ts";
import { type ClosedReport, REPORT_LABELS } from "../../../shared/reviews/reports.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { Breadcrumbs, type Crumb } from "../../kit/site/breadcrumbs.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { TierCard, TierReasons } from "../../kit/site/tier-card.tsx";
import { ClosedBanner, FactsSection, saidText } from "./facts-section.tsx";
import { PlaceNow } from "./place-now.tsx";
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
  const { visitors = [], sources = [] } = Object.groupBy(place.reports, ({ askedBy }) =>
    askedBy ? "sources" : "visitors",
  );
  return (
    <>
      <Reports id="reports" heading={CLOSED_REPORTS.heading} reports={visitors} />
      <Reports id="source-questions" heading={CLOSED_REPORTS.fromSources} reports={sources} />
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

interface ReportsProps {
  readonly id: string;
  readonly heading: string;
  readonly reports: readonly ClosedReport[];
}

const Reports = ({ id, heading, reports }: ReportsProps) =>
  reports.length > 0 && (
    <section className="report-section" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {reports.map((report) => (
        <Report key={JSON.stringify(report)} report={report} />
      ))}
    </section>
  );

function Report({ report: { kind, askedBy, text, reply, conclusion, openedOn, closedOn } }: ReportProps) {
  const { opened, closed, asked, answered } = CLOSED_REPORTS;
  const [from, to] = askedBy ? [asked, answered] : [opened, closed];
  const words = [
    [askedBy ? releaseLabel(askedBy) : CLOSED_REPORTS.visitor, text],
    [CLOSED_REPORTS.owner, reply],
    [CLOSED_REPORTS.found, conclusion],
  ] as const;
  return (
    <article className="report-section-case">
      <h3>{askedBy ? CLOSED_REPORTS.question : REPORT_LABELS[kind]}</h3>
      <p className="soft">
        {from(longDay(openedOn))}, {to(longDay(closedOn))}
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

/** The photos of a place by its owner; each has the same frame, so that nothing moves while they load. */
function PlacePhotos({ place: { id, name, photos } }: { readonly place: PublicPlace }) {
  if (photos.length === 0) return null;
  return (
    <section className="place-photos" aria-label={PHOTOS_OF.title(name)}>
      <ul>
        {photos.map((photo) => (
          <li key={photo.id}>
            <img
              src={`/places/${id}/photos/${photo.id}`}
              alt={photo.alt}
              width="640"
              height="480"
              loading="lazy"
              decoding="async"
            />
          </li>
        ))}
      </ul>
      <p className="soft">{PHOTOS_OF.from}</p>
    </section>
  );
}

interface MasjidProps {
  readonly place: PublicPlace;
}

const DETAILS = ["womensSpace", "wudu", "parking"] as const satisfies readonly FactKey[];

/** What is there for those who come to pray; what is not known is asked for. */
function MasjidDetails({ place }: MasjidProps) {
  const { facts } = place;
  const known = DETAILS.filter((key) => facts[key]);
  const missing = DETAILS.filter((key) => !facts[key]);
  return (
    <section className="facts-section" aria-labelledby="details">
      <h2 id="details">{MASJID.details}</h2>
      {known.length > 0 && (
        <dl className="facts-section-list">
          {known.map((key) => {
            const fact = facts[key];
            return (
              <div key={key}>
                <dt>{FACT_LABELS[key]}</dt>
                <dd>
                  <bdi>{factText(facts, key)}</bdi>
                  {fact && <span className="soft">{saidText(place, key, fact)}</span>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {missing.length > 0 && (
        <p className="jumuah-card-invitation">
          {MASJID.missingDetails(missing.map((key) => FACT_LABELS[key]))}{" "}
          <a href={`${placePath(place)}/report`} rel="nofollow">
            {MASJID.tell}
          </a>
        </p>
      )}
    </section>
  );
}
