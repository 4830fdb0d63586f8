import { Fragment } from "react";
import { INVITED_BY } from "../../../copy/en/joined.ts";
import {
  BANNER,
  COMMUNITY,
  COVERAGE,
  FAQ,
  HERO,
  JOIN,
  QUESTIONS,
  SECTIONS,
  TITLE,
  VALUE,
} from "../../../copy/en/landing.ts";
import { BETA } from "../../../copy/en/waitlist.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { Star } from "../../kit/page/star.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { mailto } from "../../kit/text/links.ts";
import { useBrand } from "../../lib/brand.ts";
import { Partnership } from "./beta/partnership.tsx";
import { WaitlistCard } from "./beta/waitlist-card.tsx";
import { Features } from "./features.tsx";
import { StraightRoute } from "./route-line.tsx";
import { RoutePlate } from "./route-plate.tsx";

export function LandingPage() {
  return (
    <PublicPage title={TITLE} sections={SECTIONS}>
      <EarlyAccess />
      <Hero />
      <Features />
      <Value />
      <Coverage />
      <Community />
      <Beta />
      <Faq />
    </PublicPage>
  );
}

/** Native `details`: they open by keyboard, without JavaScript, and by URL fragment. */
function Faq() {
  const brand = useBrand();
  return (
    <section id="faq" className="faq wrap" aria-labelledby="faq-heading">
      <div className="faq-head">
        <h2 id="faq-heading">{FAQ.heading}</h2>
        <p className="soft">
          {FAQ.more} <a href={mailto(brand.contactEmail, FAQ.writeSubject)}>{FAQ.write}</a>.
        </p>
      </div>
      <div>
        {QUESTIONS.map(({ id, ask, answer }) => (
          <details key={id} id={`faq-${id}`}>
            <summary>
              <h3>{ask(brand)}</h3>
            </summary>
            <p>{answer(brand)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** The end of the route: the waitlist card and the business-owner block. */
function Beta() {
  return (
    <section id="beta" className="beta" aria-labelledby="beta-heading">
      <div className="wrap">
        <div className="beta-grid">
          <h2 id="beta-heading">{BETA.heading}</h2>
          <StraightRoute className="beta-route" />
          <div className="beta-card">
            <WaitlistCard />
          </div>
          <div className="beta-words">
            <p>{BETA.text}</p>
            <ul className="beta-benefits">
              {BETA.benefits.map((benefit) => (
                <li key={benefit}>
                  <Star />
                  {benefit}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <Partnership />
      </div>
    </section>
  );
}

function Hero() {
  const { name } = useBrand();
  return (
    <section className="hero" aria-labelledby="hero-heading">
      <div className="girih" aria-hidden="true" />
      <div className="wrap hero-grid">
        <div className="hero-words">
          <p className="hero-invited" data-invited-by={INVITED_BY("%name%")} suppressHydrationWarning>
            {"" /* the boot script writes here */}
          </p>
          <h1 id="hero-heading">{HERO.heading}</h1>
          <p className="lead">{HERO.text(name)}</p>
          <p className="actions">
            <ButtonLink href="#beta">{JOIN}</ButtonLink>
            <ButtonLink href="#features" look="quiet">
              {HERO.more}
            </ButtonLink>
          </p>
          <p className="soft">{HERO.region}</p>
        </div>
        <RoutePlate caption={HERO.plate} />
      </div>
    </section>
  );
}

/** The first section below the bar. */
function EarlyAccess() {
  return (
    <aside className="early-access" aria-label="Early access">
      <p className="wrap">
        <strong>
          <span className="early-access-pulse" aria-hidden="true" />
          {BANNER.label}
        </strong>
        <span>{BANNER.text}</span>
      </p>
    </aside>
  );
}

function Value() {
  return (
    <section className="value-points wrap" aria-labelledby="value-heading">
      <h2 id="value-heading">{VALUE.heading}</h2>
      <dl>
        {VALUE.points.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Coverage() {
  return (
    <section className="coverage" aria-labelledby="coverage-heading">
      <div className="wrap coverage-grid">
        <div className="coverage-words">
          <p className="coverage-figure">
            {COVERAGE.figure} <span>{COVERAGE.unit}</span>
          </p>
          <h2 id="coverage-heading">{COVERAGE.heading}</h2>
          <p>{COVERAGE.text}</p>
        </div>
        <img
          src="/coverage.svg"
          alt={COVERAGE.map}
          width="640"
          height="460"
          loading="lazy"
          decoding="async"
        />
      </div>
    </section>
  );
}

function Community() {
  const { testimonials } = useBrand();
  const isSample = testimonials.length === 0;
  return (
    <section id="community" className="community wrap" aria-labelledby="community-heading">
      <div className="community-head">
        {isSample && <p className="community-sample">{COMMUNITY.mark}</p>}
        <h2 id="community-heading">{isSample ? COMMUNITY.heading : COMMUNITY.testimonialsHeading}</h2>
        {isSample && <p className="soft">{COMMUNITY.text}</p>}
      </div>
      <div className="community-voices">
        {isSample
          ? COMMUNITY.voices.map(({ words, role, city }) => (
              <Voice key={words} words={words} by={{ role, city }} />
            ))
          : testimonials.map(({ quote, name, role, city }) => (
              <Voice key={name + quote} words={quote} by={{ name, role, city }} />
            ))}
      </div>
    </section>
  );
}

interface VoiceProps {
  readonly words: string;
  /** In this order; an empty part is left out. */
  readonly by: Readonly<{ name?: string; role: string; city: string }>;
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
