import { CLOSED_REPORTS, HISTORY, OWNER, PLACE, TIER } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import { sourceText } from "../../../shared/places/fact-texts.ts";
import { type HalalStatus, QUESTION, TIER_NAMES } from "../../../shared/places/places.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { type ClosedReport, REPORT_LABELS } from "../../../shared/reviews/reports.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { TierMark } from "../../kit/site/tier-mark.tsx";
import { mapLink } from "../../kit/text/links.ts";
import { DayForm } from "./day-form.tsx";
import { ClosedBanner, FactsSection } from "./facts-section.tsx";
import { PlacesPage } from "./places-page.tsx";
import { addressOf, claimLink, kindOf, titleOf } from "./structured-data.ts";
import type { AskedDay } from "./views.ts";

interface PlacePageProps {
  readonly place: PublicPlace;
  /** Null unless the visitor chose a day. */
  readonly asked: AskedDay | null;
  /** Of this page, for a print of it. */
  readonly url: string;
}

/** A place, what its halal tier is based on, and since when. A masjid has no tier. */
export function PlacePage({ place, asked, url }: PlacePageProps) {
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
          <p className="place-page-printed">{PLACE.printed(longDay(place.today), url)}</p>
        </header>
        <div className="place-page-main">
          <ClosedBanner place={place} />
          {hasTier && <TierCard place={place} />}
          <Contact place={place} />
          <FactsSection place={place} />
          {hasTier && place.history.length > 0 && <TierHistory place={place} />}
          {hasTier && <DayForm place={place} asked={asked} />}
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

function ownerText({ hasOwner, tier }: PublicPlace): string {
  if (hasOwner) return OWNER.ownedText;
  return tier === null ? OWNER.masjidText : OWNER.text;
}

function Owner({ place }: { readonly place: PublicPlace }) {
  return (
    <section className="place-page-owner" aria-labelledby="owner">
      <h2 id="owner">{place.hasOwner ? OWNER.owned : OWNER.heading}</h2>
      <p>{ownerText(place)}</p>
      <ButtonLink look={place.hasOwner ? "text" : "quiet"} href={claimLink(place)}>
        {place.hasOwner ? OWNER.transfer : OWNER.claim}
      </ButtonLink>
    </section>
  );
}

type Period = PublicPlace["history"][number];

/** The tiers of a place over time, the latest first, with those that are known to follow. */
function TierHistory({ place: { history, since } }: { readonly place: PublicPlace }) {
  return (
    <section className="tier-history" aria-labelledby="history">
      <h2 id="history">{HISTORY.heading}</h2>
      <ol>
        {history.toReversed().map((period) => (
          <PeriodItem key={period.since} period={period} now={since} />
        ))}
      </ol>
    </section>
  );
}

function PeriodItem({ period, now }: { readonly period: Period; readonly now: string | null }) {
  const { tier, since, until } = period;
  const isNow = since === now;
  const isAhead = now === null || since > now;
  return (
    <li data-tier={tier} data-time={isNow ? "now" : isAhead ? "ahead" : "past"}>
      <p className="tier-history-name">
        {TIER_NAMES[tier]}
        {isNow && <span className="tier-history-now">{HISTORY.now}</span>}
      </p>
      <p className="tier-history-days">
        <time dateTime={since}>{HISTORY.from(longDay(since))}</time>
        {until && (
          <>
            {" "}
            to <time dateTime={until}>{longDay(until)}</time>
          </>
        )}
      </p>
      {isAhead && <p className="tier-history-days">{HISTORY.ahead}</p>}
    </li>
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

/** The tier in one look, with its days, and below it why. */
function TierCard({ place }: { readonly place: PublicPlace }) {
  const { since, until, revokedOn, reasons } = place;
  const tier = place.tier ?? "unverified";
  return (
    <section className="tier-card" data-tier={tier} aria-labelledby="tier">
      <div className="tier-card-head">
        <Mark tier={tier} />
        <div>
          <h2 id="tier">
            <span className="visually-hidden">{TIER.label} </span>
            {TIER_NAMES[tier]}
          </h2>
          <p>{TIER.meaning[tier]}</p>
        </div>
      </div>
      {revokedOn && <p className="tier-card-revoked">{TIER.revoked(longDay(revokedOn))}</p>}
      {since && tier !== "unverified" && (
        <dl className="tier-card-days">
          <TierDay name={TIER.since} day={since} />
          {until && <TierDay name={TIER.until} day={until} />}
        </dl>
      )}
      <div className="tier-card-why">
        <h3>{tier === "unverified" ? TIER.meansHeading : TIER.why}</h3>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {(tier === "unverified" || tier === "reported") && (
          <p className="soft">{place.hasOwner ? TIER.ownedHelp : TIER.help}</p>
        )}
      </div>
    </section>
  );
}

const Mark = ({ tier }: { readonly tier: HalalStatus }) =>
  tier === "unverified" ? (
    <svg className="tier-card-unknown" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="32" cy="32" r="28" />
      <path d={QUESTION} />
    </svg>
  ) : (
    <TierMark tier={tier} />
  );

const TierDay = ({ name, day }: { readonly name: string; readonly day: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <time dateTime={day}>{longDay(day)}</time>
    </dd>
  </div>
);
