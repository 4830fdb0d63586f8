import { BETA, WAITLIST } from "../../../../copy/en/waitlist.ts";
import { Card } from "../../../kit/page/card.tsx";
import { StraightRoute } from "../route-line.tsx";
import { Partnership } from "./partnership.tsx";
import { WaitlistForm } from "./waitlist-form.tsx";

/** The end of the route: the waitlist card and the business-owner block. */
export function Beta() {
  return (
    <section id="beta" className="beta" aria-labelledby="beta-heading">
      <div className="wrap">
        <div className="beta-grid">
          <div className="beta-words">
            <h2 id="beta-heading">{BETA.heading}</h2>
            <p>{BETA.text}</p>
            <ul className="beta-benefits">
              {BETA.benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
          </div>
          <StraightRoute className="beta-route" />
          <Card id="waitlist" className="beta-card">
            <WaitlistForm at="waitlist" label={WAITLIST.label} />
            <ul className="beta-badges">
              {WAITLIST.badges.map((badge) => (
                <li key={badge}>{badge}</li>
              ))}
            </ul>
          </Card>
        </div>
        <Partnership />
      </div>
    </section>
  );
}
