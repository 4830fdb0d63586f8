import { INVITED_BY } from "../../../copy/en/joined.ts";
import { BANNER, HERO } from "../../../copy/en/landing.ts";
import { useBrand } from "../../lib/brand.ts";
import { WaitlistForm } from "./beta/waitlist-form.tsx";
import { RoutePlate } from "./route-plate.tsx";

/** The first screen: what it is, the form, and the product in one picture. */
export function Hero() {
  const { name } = useBrand();
  return (
    <div className="hero">
      <div className="girih" aria-hidden="true" />
      <div className="wrap hero-grid">
        <div className="hero-words">
          <aside className="early-access" aria-label={BANNER.name}>
            <strong>
              <span className="early-access-pulse" aria-hidden="true" />
              {BANNER.label}
            </strong>
            <p>{BANNER.text}</p>
          </aside>
          <p className="hero-invited" data-invited-by={INVITED_BY("%name%")} suppressHydrationWarning>
            {"" /* the boot script writes here */}
          </p>
          <h1>{HERO.heading}</h1>
          <p className="lead">{HERO.text(name)}</p>
          <div className="hero-form" id="start">
            <WaitlistForm at="start" />
          </div>
          <p className="hero-next">{HERO.next}</p>
        </div>
        <RoutePlate />
      </div>
    </div>
  );
}
