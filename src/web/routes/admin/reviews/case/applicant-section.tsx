import type { z } from "zod";
import type { claimCase } from "../../../../../modules/reviews/schema.ts";
import { formatDay } from "../../../../../shared/format.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { Facts } from "../../../../kit/page/facts.tsx";
import { MailLink } from "../../../../kit/page/mail-link.tsx";
import { CASE } from "../content.ts";
import { placeText } from "../queue/queue-rows.ts";
import { CaseSection } from "./section.tsx";

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
