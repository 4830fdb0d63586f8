import { useBrand } from "../../../lib/brand.ts";
import { ButtonLink } from "../../../ui/button/button.tsx";
import { BANNER, HERO, JOIN } from "../content.ts";
import { RoutePlate } from "./route-plate.tsx";

export function Hero() {
  const { name } = useBrand();
  return (
    <section className="hero" aria-labelledby="hero-heading">
      <div className="girih" aria-hidden="true" />
      <div className="wrap hero-grid">
        <div className="hero-words">
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
export function EarlyAccess() {
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
