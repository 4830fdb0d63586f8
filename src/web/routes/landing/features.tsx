import { Fragment } from "react";
import { COMMUNITY, FEATURES, INDEX, SAMPLE, STOPS, TIERS } from "../../../copy/en/landing.ts";
import { TierCard, TierReasons } from "../../kit/site/tier-card.tsx";
import { TierMark } from "../../kit/site/tier-mark.tsx";
import { useBrand } from "../../lib/brand.ts";
import { Picture, Plate } from "./plate.tsx";
import { RouteBend, StraightRoute } from "./route-line.tsx";

/** The horizontal center of a plate, in percent of the page width. */
const RIGHT = 78;
const LEFT = 22;
const MIDDLE = 50;

/** The launch features, as the route that comes out of the hero's plate drives them. */
export function Features() {
  return (
    <section id="features" aria-labelledby="features-heading">
      <div className="wrap features-stop features-first">
        <div className="features-head">
          <h2 id="features-heading">{FEATURES.heading}</h2>
          <p className="soft">{FEATURES.text}</p>
          <Words {...STOPS.detour} />
        </div>
        <div className="features-sheet">
          <StraightRoute className="features-piece" />
          <Plate caption={STOPS.detour.caption}>
            <Picture src="/image-1.svg" alt={STOPS.detour.alt} />
          </Plate>
          <StraightRoute className="features-piece" />
        </div>
      </div>
      <article className="features-wide">
        <Picture src="/image-2.svg" alt={STOPS.masjid.alt} />
        <div className="wrap">
          <div className="features-note">
            <h3>{STOPS.masjid.name}</h3>
            <p>{STOPS.masjid.text}</p>
            <p className="features-note-caption">
              <b>{STOPS.masjid.caption.plate}</b> {STOPS.masjid.caption.text}
            </p>
          </div>
        </div>
      </article>
      <div className="wrap">
        <RouteBend from={RIGHT} to={LEFT} />
        <div className="features-stop features-second">
          <Plate className="features-small" caption={STOPS.directory.caption}>
            <IndexPage />
          </Plate>
          <Words {...STOPS.directory} />
        </div>
        <RouteBend from={LEFT} to={MIDDLE} />
        <div className="features-proof">
          <StraightRoute className="features-gutter" />
          <Tiers />
          <Community />
        </div>
      </div>
    </section>
  );
}

interface WordsProps {
  readonly name: string;
  readonly text: string;
}

const Words = ({ name, text }: WordsProps) => (
  <div className="features-words">
    <h3>{name}</h3>
    <p>{text}</p>
  </div>
);

/** The back pages of an atlas: a name, a row of dots, a square of the plan. */
function IndexPage() {
  return (
    <ul className="features-index">
      {INDEX.map(([letter, place, square]) => (
        <li key={place}>
          <b>{letter}</b>
          <span>{place}</span>
          <i aria-hidden="true" />
          <span>{square}</span>
        </li>
      ))}
    </ul>
  );
}

/** The three halal tiers as a map legend: mark, name and basis. */
function Tiers() {
  return (
    <div className="tiers">
      <h3>{TIERS.heading}</h3>
      <p>{TIERS.text}</p>
      <dl>
        {TIERS.marks.map(({ tier, name, proof }) => (
          <div key={tier} data-tier={tier}>
            <dt>
              <TierMark tier={tier} />
              {name}
            </dt>
            <dd>{proof}</dd>
          </div>
        ))}
      </dl>
      <Plate className="plate-alone tiers-plate" caption={TIERS.caption}>
        <Picture src="/image-3.svg" alt={TIERS.alt} />
      </Plate>
    </div>
  );
}

/** What people say about it; until there is something, what a place's page shows. */
function Community() {
  const { testimonials } = useBrand();
  return testimonials.length === 0 ? (
    <Evidence />
  ) : (
    <section id="community" className="community community-said" aria-labelledby="community-heading">
      <h2 id="community-heading">{COMMUNITY.testimonialsHeading}</h2>
      <div className="community-voices">
        {testimonials.map(({ quote, name, role, city }) => (
          <Voice key={name + quote} words={quote} by={{ name, role, city }} />
        ))}
      </div>
    </section>
  );
}

function Evidence() {
  return (
    <section id="community" className="community" aria-labelledby="community-heading">
      <h2 id="community-heading">{COMMUNITY.heading}</h2>
      <p>{COMMUNITY.text}</p>
      <div className="community-place">
        <p className="community-name">
          <strong>{SAMPLE.name}</strong>
          <span className="soft">{SAMPLE.where}</span>
        </p>
        <TierCard place={SAMPLE} heading="h3" />
        <TierReasons place={SAMPLE} heading="h3" />
      </div>
    </section>
  );
}

interface VoiceProps {
  readonly words: string;
  /** In this order; an empty part is left out. */
  readonly by: Readonly<{ name: string; role: string; city: string }>;
}

const Voice = ({ words, by }: VoiceProps) => (
  <figure>
    <blockquote dir="auto">
      <p>{words}</p>
    </blockquote>
    <figcaption>
      <span>
        {Object.entries(by)
          .filter(([, text]) => text !== "")
          .map(([part, text], index) => (
            <Fragment key={part}>
              {index > 0 && ", "}
              <bdi>{text}</bdi>
            </Fragment>
          ))}
      </span>
    </figcaption>
  </figure>
);
