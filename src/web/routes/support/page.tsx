import { PLAIN, SUPPORT } from "../../../copy/en/support.ts";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { useBrand } from "../../lib/brand.ts";
import { OTHER_WAYS_ID, OtherWays } from "./other-ways.tsx";
import { Tiles } from "./tiles.tsx";

export function SupportPage() {
  return (
    <PublicPage title={SUPPORT.title}>
      <Gifts />
      <OtherWays />
    </PublicPage>
  );
}

/** Why to give, what a gift is, and the tiers. */
function Gifts() {
  const brand = useBrand();
  return (
    <section className="support-head" aria-labelledby="support-heading">
      <div className="girih" aria-hidden="true" />
      <div className="support-head-columns wrap">
        <div className="support-head-words">
          <h1 id="support-heading">{SUPPORT.heading}</h1>
          <p className="lead">{SUPPORT.lead(brand)}</p>
        </div>
        <div className="support-head-tiles">
          <Tiles />
        </div>
        <div className="support-head-more">
          <aside className="support-head-note" aria-label={PLAIN.heading}>
            <p>{PLAIN.text(brand)}</p>
            <p>{PLAIN.card}</p>
          </aside>
          <p>
            <a href={`#${OTHER_WAYS_ID}`}>{SUPPORT.toWays}</a>
          </p>
        </div>
      </div>
    </section>
  );
}
