import {
  COVERAGE,
  FAQ,
  LOOKUP,
  PHASES,
  QUESTIONS,
  SECTIONS,
  TITLE,
  VALUE,
} from "../../../copy/en/landing.ts";
import { cityPath } from "../../../shared/places/slug.ts";
import { LIMITS } from "../../../shared/text-rules.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Field } from "../../kit/form/field.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { mailto } from "../../kit/text/links.ts";
import { useBrand } from "../../lib/brand.ts";
import { Beta } from "./beta/beta.tsx";
import { WaitlistProvider } from "./beta/waitlist-form.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { RouteBend, StraightRoute } from "./route-line.tsx";

export function LandingPage() {
  return (
    <PublicPage title={TITLE} sections={SECTIONS}>
      <WaitlistProvider>
        <Hero />
        <div className="landing-road">
          <StraightRoute className="landing-road-side" />
          <Lookup />
          <Features />
          <Coverage />
          <Later />
        </div>
        <Beta />
      </WaitlistProvider>
      <Faq />
    </PublicPage>
  );
}

/** The search of places: a plain form, which works before the app has loaded. */
function Lookup() {
  return (
    <search className="lookup" aria-labelledby="lookup-heading">
      <div className="wrap lookup-grid">
        <form method="get" action="/places">
          <h2 id="lookup-heading">{LOOKUP.heading}</h2>
          <Field
            label={LOOKUP.label}
            type="search"
            name="q"
            maxLength={LIMITS.search}
            dir="auto"
            autoComplete="off"
            enterKeyHint="search"
          />
          <Button type="submit" look="quiet">
            {LOOKUP.search}
          </Button>
        </form>
        <StraightRoute className="lookup-route" />
      </div>
    </search>
  );
}

/** Where it opens: cities to go to. */
function Coverage() {
  return (
    <section className="coverage" aria-labelledby="coverage-heading">
      <div className="wrap coverage-grid">
        <StraightRoute className="coverage-route" />
        <div className="coverage-words">
          <p className="coverage-figure">
            {COVERAGE.figure} <span>{COVERAGE.unit}</span>
          </p>
          <h2 id="coverage-heading">{COVERAGE.heading}</h2>
          <p>{COVERAGE.text}</p>
          <p className="coverage-maps">{COVERAGE.maps}</p>
        </div>
        <div className="coverage-cities">
          <img
            src="/coverage.svg"
            alt={COVERAGE.map}
            width="480"
            height="320"
            loading="lazy"
            decoding="async"
          />
          <ul aria-label={COVERAGE.list}>
            {COVERAGE.cities.map(([name, state]) => (
              <li key={name}>
                <a href={cityPath({ name, state })}>{name}</a>
              </li>
            ))}
            <li>
              <a className="coverage-all" href="/cities">
                {COVERAGE.all}
              </a>
            </li>
          </ul>
        </div>
      </div>
    </section>
  );
}

/** What it is about in one sentence, and what comes after the launch, as milestones of one road. */
function Later() {
  return (
    <div className="later">
      <div className="wrap later-grid">
        <StraightRoute className="later-route" />
        <section className="later-value" aria-labelledby="value-heading">
          <h2 id="value-heading">{VALUE.heading}</h2>
          <p>{VALUE.text}</p>
        </section>
        <section className="later-phases" aria-labelledby="phases-heading">
          <h2 id="phases-heading">{PHASES.heading}</h2>
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
      </div>
      <div className="wrap">
        <RouteBend from={50} to={78} />
      </div>
    </div>
  );
}

const HALF = Math.ceil(QUESTIONS.length / 2);

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
      <div className="faq-list">
        {[QUESTIONS.slice(0, HALF), QUESTIONS.slice(HALF)].map((half) => (
          <div key={half[0]?.id}>
            {half.map(({ id, ask, answer }) => (
              <details key={id} id={`faq-${id}`}>
                <summary>
                  <h3>{ask(brand)}</h3>
                </summary>
                <p>{answer(brand)}</p>
              </details>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
