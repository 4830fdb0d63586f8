import { Fragment } from "react";
import { FEATURES, INDEX, PHASES, type Stop, TIERS } from "../../../copy/en/landing.ts";
import { TierMark } from "../../kit/site/tier-mark.tsx";
import { RouteBend, StraightRoute } from "./route-line.tsx";

/** The horizontal center of a plate, in percent of the page width. */
const RIGHT = 78;
const LEFT = 22;
const MIDDLE = 50;

/** The launch features, as the route that comes out of the hero's plate drives them. */
export function Features() {
  return (
    <section id="features" aria-labelledby="features-heading">
      <div className="wrap">
        <div className="features-head">
          <div>
            <h2 id="features-heading">{FEATURES.heading}</h2>
            <p className="soft">{FEATURES.text}</p>
          </div>
          <StraightRoute className="features-route" />
        </div>
        {FEATURES.stops.map((stop, at) => (
          <Fragment key={stop.name}>
            {at > 0 && <RouteBend from={at % 2 ? RIGHT : LEFT} to={at % 2 ? LEFT : RIGHT} />}
            <StopRow stop={stop} />
          </Fragment>
        ))}
        <RouteBend from={LEFT} to={MIDDLE} />
        <Tiers />
        <Phases />
      </div>
    </section>
  );
}

function StopRow({ stop }: { readonly stop: Stop }) {
  return (
    <article className="features-stop">
      <div className="features-words">
        <h3>{stop.name}</h3>
        <p>{stop.text}</p>
      </div>
      <figure className="features-sheet">
        {stop.picture ? (
          <img
            src={stop.picture.src}
            alt={stop.picture.alt}
            width="560"
            height="440"
            loading="lazy"
            decoding="async"
          />
        ) : (
          <IndexPage />
        )}
        <figcaption>{stop.caption}</figcaption>
      </figure>
    </article>
  );
}

/** The back pages of an atlas: a name, a row of dots, a square of the plan. */
function IndexPage() {
  return (
    <div className="features-index">
      <ul>
        {INDEX.map(([letter, place, square]) => (
          <li key={place}>
            <b>{letter}</b>
            <span>{place}</span>
            <i aria-hidden="true" />
            <span>{square}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The three halal tiers as a map legend: mark, name and basis. */
function Tiers() {
  return (
    <section className="tiers" aria-labelledby="tiers-heading">
      <div className="tiers-head">
        <h3 id="tiers-heading">{TIERS.heading}</h3>
        <p className="soft">{TIERS.text}</p>
      </div>
      <dl>
        {TIERS.marks.map(({ tier, name, proof }) => (
          <div key={tier} data-tier={tier}>
            <dt>
              <TierMark tier={tier} />
              {name}
            </dt>
            <dd>
              <small>{TIERS.proof}</small>
              {proof}
            </dd>
          </div>
        ))}
      </dl>
      <p className="tiers-look">
        <a href="/places">{TIERS.look}</a>
      </p>
    </section>
  );
}

/** What comes after the launch, as milestones of one road. */
function Phases() {
  return (
    <section className="phases" aria-labelledby="phases-heading">
      <h3 id="phases-heading">{PHASES.heading}</h3>
      <p className="soft">{PHASES.text}</p>
      <ol>
        {PHASES.later.map(({ when, what }) => (
          <li key={when}>
            <strong>{when}</strong>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
