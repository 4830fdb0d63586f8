import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import type { claimCase } from "../../../../../modules/reviews/schema.ts";
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
export function PlaceSection({ title = "Place", place }: PlaceSectionProps) {
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
          ["Owner", place.ownerName ?? "No owner yet"],
          ["Listed since", formatDay(place.createdAt)],
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
    ["Address", placeText(place.address, place.city, `${place.state} ${place.zipCode}`.trim())],
    ["Category", placeText(CASE.categories[place.category], place.subcategory)],
    ["Phone", place.phone],
    ["Website", place.website && <Website address={place.website} />],
    ["Halal certificate", place.halalCertificate],
  ] as const;

const Website = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
  </a>
);
