import { TIER } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import { type HalalStatus, QUESTION, TIER_NAMES } from "../../../shared/places/places.ts";
import { TierMark } from "./tier-mark.tsx";

interface HeadingProps {
  readonly heading?: "h2" | "h3";
}

interface CardProps extends HeadingProps {
  readonly place: Pick<PublicPlace, "tier" | "since" | "until" | "revokedOn">;
}

/** The tier in one look, with its days. */
export function TierCard({
  place: { since, until, revokedOn, ...place },
  heading: Heading = "h2",
}: CardProps) {
  const tier = place.tier ?? "unverified";
  return (
    <section className="tier-card" data-tier={tier} aria-labelledby="tier">
      <div className="tier-card-head">
        <Mark tier={tier} />
        <div>
          <Heading id="tier">
            <span className="visually-hidden">{TIER.label} </span>
            {TIER_NAMES[tier]}
          </Heading>
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
    </section>
  );
}

interface ReasonsProps extends HeadingProps {
  readonly place: Pick<PublicPlace, "tier" | "hasOwner"> & {
    readonly reasons: readonly string[];
    readonly issuers: readonly PublicPlace["issuers"][number][];
  };
}

/** Why the place has its tier. */
export function TierReasons({
  place: { reasons, issuers, hasOwner, ...place },
  heading: Heading = "h2",
}: ReasonsProps) {
  const tier = place.tier ?? "unverified";
  return (
    <section className="tier-reasons" data-tier={tier} aria-labelledby="why">
      <Heading id="why">{tier === "unverified" ? TIER.meansHeading : TIER.why}</Heading>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {issuers.length > 0 && (
        <p className="tier-reasons-issuers">
          {TIER.issuer}{" "}
          {issuers.map(({ name, slug }) => (
            <a key={slug} href={`/issuers/${slug}`}>
              <bdi>{name}</bdi>
            </a>
          ))}
        </p>
      )}
      {(tier === "unverified" || tier === "reported") && (
        <p className="soft">{hasOwner ? TIER.ownedHelp : TIER.help}</p>
      )}
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
