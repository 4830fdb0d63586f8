import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import type { z } from "zod";
import type { claimCase, reviewedClaim } from "../../../../../modules/reviews/schema.ts";
import { formatDay, isolated } from "../../../../../shared/format.ts";
import type {
  CaseKind,
  ClaimDecision,
  ReviewKind,
  ReviewStatus,
} from "../../../../../shared/reviews/reviews.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { TierMark } from "../../../../kit/site/tier-mark.tsx";
import { MailLink, WebsiteLink } from "../../../../kit/text/address-links.tsx";
import { Facts } from "../../../../kit/text/facts.tsx";
import { mapLink, webSearchLink } from "../../../../kit/text/links.ts";

export const placeText = (...parts: readonly string[]): string => parts.filter(Boolean).join(", ");

interface Position {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** To a meter; empty if it is not known. */
export const positionText = ({ latitude, longitude }: Position): string =>
  latitude === null || longitude === null ? "" : [latitude, longitude].map(toMeter).join(", ");

const toMeter = (degrees: number): number => Number(degrees.toFixed(5));

export const CASE = {
  sent: (day: string) => `Sent ${day}`,
  tiers: { verified: "Verified", reported: "Reported", friendly: "Friendly", unverified: "Not verified" },
  categories: {
    restaurant: "Restaurant",
    mosque: "Mosque",
    grocery: "Grocery Store",
    services: "Services",
    retail: "Retail",
  },
  kindOf: {
    claim: "Claim",
    request: "New place",
    proposal: "Change",
    transfer: "Transfer",
    reading: "Second reading",
    renewal: "New certificate",
    photo: "Photo",
    report: "Report",
    suggestion: "Suggestion",
    match: "Match",
  } satisfies Record<CaseKind, string>,
  status: { pending: "Pending", approved: "Approved", rejected: "Rejected" } satisfies Record<
    ReviewStatus,
    string
  >,
  files: (count: number) => `${count} file${count === 1 ? "" : "s"}`,
  gone: (name: string) => `The account of ${isolated(name)} was deleted.`,
  evidence: "Evidence",
  decidedBy: (status: string, name: string, when: string) => `${status} by ${isolated(name)} on ${when}`,
} as const;

interface CaseSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled section of a case. */
export function CaseSection({ title, children }: CaseSectionProps) {
  const id = useId();
  return (
    <section className="case-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

interface StatementsProps {
  readonly texts: readonly string[];
  /** Said where there is none. */
  readonly none: string;
}

/** What came with a case as text. */
export const Statements = ({ texts, none }: StatementsProps) => (
  <CaseSection title="What they wrote">
    {texts.length === 0 && <p className="soft">{none}</p>}
    {texts.map((text, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same text, and none ever moves
      <p key={index} className="case-text" dir="auto">
        {text}
      </p>
    ))}
  </CaseSection>
);

interface ApplicantSectionProps {
  readonly title: string;
  /** The name of the business at submission. */
  readonly name: string;
  /** Null if the account was deleted. */
  readonly applicant: z.output<typeof claimCase>["claimant"];
}

/** The applicant. A verified account is not a verified place, so it never shows the star. */
export function ApplicantSection({ title, name, applicant }: ApplicantSectionProps) {
  if (!applicant) {
    return (
      <CaseSection title={title}>
        <p className="soft">{CASE.gone(name)}</p>
      </CaseSection>
    );
  }
  const { businessName, contactName, email, phone, isVerified, emailConfirmedAt, createdAt, places } =
    applicant;
  return (
    <CaseSection title={title}>
      <p className="case-name">
        <bdi>{businessName}</bdi>
        <Badge tone={isVerified ? "good" : "warning"}>
          {isVerified ? "Verified Partner" : "Not verified yet"}
        </Badge>
      </p>
      <Facts
        facts={[
          [
            "Contact",
            <>
              <bdi>{contactName}</bdi>
              <br />
              <MailLink address={email} />
              <br />
              <span className="soft">
                {emailConfirmedAt
                  ? `Address confirmed on ${formatDay(emailConfirmedAt)}`
                  : "Address not confirmed"}
              </span>
            </>,
          ],
          ["Phone", phone],
          ["Partner since", formatDay(createdAt)],
          ["Its other places", places.length === 0 ? "None yet" : <Places key="places" places={places} />],
        ]}
      />
    </CaseSection>
  );
}

interface PlacesProps {
  readonly places: readonly {
    readonly id: string;
    readonly name: string;
    readonly address: string;
    readonly city: string;
    readonly state: string;
  }[];
}

export const Places = ({ places }: PlacesProps) => (
  <ul className="case-list">
    {places.map(({ id, name, address, city, state }) => (
      <li key={id}>
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        <bdi className="soft">{placeText(address, city, state)}</bdi>
      </li>
    ))}
  </ul>
);

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
    ["Website", place.website && <WebsiteLink address={place.website} />],
    ["Halal certificate", place.halalCertificate],
  ] as const;

/** Where else to look for a place. Plain links: these services are not contacted until one is clicked. */
export function SearchLinks({ place }: { readonly place: Parameters<typeof mapLink>[0] }) {
  return (
    <p className="case-links">
      <a href={mapLink(place)} target="_blank" rel="noopener noreferrer">
        Search on a map
      </a>
      <a href={webSearchLink(place)} target="_blank" rel="noopener noreferrer">
        Search the web
      </a>
    </p>
  );
}

interface NamedProps {
  /** Null if it was deleted. */
  readonly id: string | null;
  readonly name: string;
}

/** A partner of a case, whose account may be deleted. */
export const PartnerLine = ({ id, name }: NamedProps) =>
  id === null ? (
    <p className="soft">{CASE.gone(name)}</p>
  ) : (
    <p>
      <strong>
        <bdi>{name}</bdi>
      </strong>
    </p>
  );

/** The place of a case, which may be deleted. */
export const PlaceLine = ({ id, name }: NamedProps) =>
  id === null ? (
    <p className="soft">This place is no longer in the directory.</p>
  ) : (
    <p>
      <Link to="/admin/places" search={{ place: id }}>
        <bdi>{name}</bdi>
      </Link>
    </p>
  );

export interface CaseActions {
  /** The decision being made; null while the case is only read. */
  readonly decision: ClaimDecision | null;
  readonly onDecide: (decision: ClaimDecision | null) => void;
  /** Called when the case is decided, by this user or another one. */
  readonly onSettled: () => Promise<void>;
}

export type Decided = Pick<
  z.output<typeof reviewedClaim>,
  "id" | "status" | "reviewedAt" | "reviewedBy" | "reason" | "notes" | "partnerName" | "updatedAt"
>;

export interface DecisionProps extends CaseActions {
  readonly kind: ReviewKind;
  readonly decided: Decided;
  readonly placeName: string;
  /** Until when this user may undo the last decision; null if not. */
  readonly undoUntil: Date | null;
  /** Claims of the same place that an approval would reject. */
  readonly rivals: number;
  /** How many files came with it. */
  readonly files: number;
  /** What is missing for an approval to be the first choice; null if nothing is. */
  readonly lacking: string | null;
}
