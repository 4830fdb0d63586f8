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
  return (
    <section id="community" className="community wrap" aria-labelledby="community-heading">
      <div className="community-head">
        <p className="community-sample">{COMMUNITY.mark}</p>
        <h2 id="community-heading">{COMMUNITY.heading}</h2>
        <p className="soft">{COMMUNITY.text}</p>
      </div>
      <div className="community-voices">
        {COMMUNITY.voices.map(({ words, role, city }) => (
          <figure key={role}>
            <blockquote>
              <p>{words}</p>
            </blockquote>
            <figcaption>
              {role}, {city}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
