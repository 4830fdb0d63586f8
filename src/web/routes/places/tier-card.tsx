import type { PublicPlace } from "../../../modules/evidence/public/schema.ts";
import { longDay } from "../../../shared/places/day.ts";
import { type HalalStatus, TIER_NAMES } from "../../../shared/places/places.ts";
import { QUESTION } from "../../../shared/places/tier-shapes.ts";
import { TierMark } from "../../blocks/tier-mark/tier-mark.tsx";
import { TIER } from "./content.ts";

/** The tier in one look, with its days, and below it why. */
export function TierCard({ place }: { readonly place: PublicPlace }) {
  const { since, until, revokedOn, reasons } = place;
  const tier = place.tier ?? "unverified";
  return (
    <section className="tier-card" data-tier={tier} aria-labelledby="tier">
      <div className="tier-card-head">
        <Mark tier={tier} />
        <div>
          <h2 id="tier">
            <span className="visually-hidden">{TIER.label} </span>
            {TIER_NAMES[tier]}
          </h2>
          <p>{TIER.meaning[tier]}</p>
        </div>
      </div>
      {revokedOn && <p className="tier-card-revoked">{TIER.revoked(longDay(revokedOn))}</p>}
      {since && tier !== "unverified" && (
        <dl className="tier-card-days">
          <TierDay name={TIER.since} day={since} />
          {until && <TierDay name={TIER.until} day={until} />}
        </dl>
      )}
      <div className="tier-card-why">
        <h3>{tier === "unverified" ? TIER.meansHeading : TIER.why}</h3>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {(tier === "unverified" || tier === "reported") && <p className="soft">{TIER.help}</p>}
      </div>
    </section>
  );
}

const Mark = ({ tier }: { readonly tier: HalalStatus }) =>
  tier === "unverified" ? (
    <svg className="tier-card-unknown" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="32" cy="32" r="28" />
      <path d={QUESTION} />
    </svg>
  ) : (
    <TierMark tier={tier} />
  );

const TierDay = ({ name, day }: { readonly name: string; readonly day: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <time dateTime={day}>{longDay(day)}</time>
    </dd>
  </div>
);
