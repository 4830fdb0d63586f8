import { Fragment } from "react";
import { COMMUNITY, SAMPLE } from "../../../../copy/en/landing.ts";
import { TierCard, TierReasons } from "../../../kit/site/tier-card.tsx";
import { useBrand } from "../../../lib/brand.ts";

/** What people say about it; until there is something, what a place's page shows. */
export function Community() {
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
