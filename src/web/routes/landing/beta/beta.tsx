import { useBrand } from "../../../lib/brand.ts";
import { Star } from "../../../ui/star/star.tsx";
import { StraightRoute } from "../route-line.tsx";
import { BETA } from "./content.ts";
import { Partnership } from "./partnership.tsx";
import { WaitlistCard } from "./waitlist-card.tsx";

/** The end of the route: the waitlist card and the business-owner block. */
export function Beta() {
  const { name } = useBrand();
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
            <h3>{BETA.next.heading}</h3>
            <ol className="beta-next-steps">
              {BETA.next.steps(name).map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        </div>
        <Partnership />
      </div>
    </section>
  );
}
