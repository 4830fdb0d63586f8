import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import type { claimCase } from "../../../../../modules/reviews/case.schema.ts";
import { formatDay } from "../../../../../shared/format.ts";
import { Facts } from "../../../../kit/page/facts.tsx";
import { TierMark } from "../../../../kit/site/tier-mark.tsx";
import { CASE } from "../content.ts";
import { placeText } from "../queue/queue-rows.ts";
import { SearchLinks } from "./search-links.tsx";
import { CaseSection } from "./section.tsx";

type Place = NonNullable<z.output<typeof claimCase>["place"]>;

interface PlaceSectionProps {
  readonly title?: string;
  readonly place: Place;
}

/** A place in the directory, with its halal tier. */
export function PlaceSection({ title = CASE.place, place }: PlaceSectionProps) {
  const tier = place.halalVerificationStatus;
  return (
    <CaseSection title={title}>
      <p className="case-name">
        <Link to="/admin/places" search={{ place: place.id }}>
          <bdi>{place.name}</bdi>
        </Link>
        <span className="case-tier">
          {tier !== "unverified" && <TierMark tier={tier} />}
          {CASE.tiers[tier]}
        </span>
      </p>
      <Facts
        facts={[
          ...placeFacts(place),
          [CASE.owner, place.ownerName ?? CASE.noOwner],
          [CASE.since, formatDay(place.createdAt)],
        ]}
      />
      <SearchLinks place={place} />
    </CaseSection>
  );
}

type Described = Pick<
  Place,
  | "address"
  | "city"
  | "state"
  | "zipCode"
  | "category"
  | "subcategory"
  | "phone"
  | "website"
  | "halalCertificate"
>;

export const placeFacts = (place: Described) =>
  [
    [CASE.address, placeText(place.address, place.city, `${place.state} ${place.zipCode}`.trim())],
    [CASE.category, placeText(CASE.categories[place.category], place.subcategory)],
    [CASE.phone, place.phone],
    [CASE.website, place.website && <Website address={place.website} />],
    [CASE.certificate, place.halalCertificate],
  ] as const;

const Website = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
  </a>
);
