import { Fragment } from "react";
import { useBrand } from "../../../lib/brand.ts";
import { COMMUNITY, COVERAGE, VALUE } from "../content.ts";

export function Value() {
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

export function Coverage() {
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

export function Community() {
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
