import { useState } from "react";
import { BADGE, MY_POIS, OWN } from "../../../../copy/en/partner.ts";
import { CHANGE, CHANGE_FIELDS, PROPOSAL, RELEASE } from "../../../../copy/en/partner-places.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { formatDay, formatDueDay } from "../../../../shared/format.ts";
import { PROPOSAL_FIELDS } from "../../../../shared/places/places.ts";
import { placePath } from "../../../../shared/places/slug.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import { Consequences } from "../../../kit/dialog/confirm.tsx";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { FactsDialog } from "../../../kit/facts-form/facts-dialog.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { TierBadge } from "../../../kit/site/tier-mark.tsx";
import { Facts } from "../../../kit/text/facts.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { PlaceLines } from "../search/place-card.tsx";
import { ChangeForm, valueText } from "./change-form.tsx";
import { isRecentlyDecided, type Proposal, useOwn, useProposal } from "./own-data.ts";
import { OwnList } from "./own-list.tsx";
import { QuestionButton } from "./question-button.tsx";
import { Renewals, SendCertificate } from "./renewals.tsx";
import { Transfers } from "./transfers.tsx";

/** The places that the partner owns. */
export function MyPois({ onSearch }: { readonly onSearch: () => void }) {
  const { pois } = useOwn();
  return (
    <>
      <Renewals />
      <Transfers />
      <OwnList
        inColumns
        list={pois}
        words={MY_POIS}
        emptyAction={<Button onClick={onSearch}>{OWN.goSearch}</Button>}
        keyOf={(place) => place.id}
        card={(place) => <OwnPlace place={place} />}
      />
    </>
  );
}

function OwnPlace({ place }: { readonly place: Place }) {
  const proposal = useProposal(place.id);
  return (
    <article className="place-card">
      <div className="place-card-head">
        <h3>
          <UserText text={place.name} />
        </h3>
        <TierBadge status={place.halalVerificationStatus} />
      </div>
      <PlaceLines place={place} isOwn>
        {place.website && (
          <p>
            <span className="visually-hidden">{OWN.website}: </span>
            <a href={place.website} target="_blank" rel="noreferrer nofollow">
              {place.website.replace(/^https?:\/\//, "")}
            </a>
          </p>
        )}
      </PlaceLines>
      {proposal && <ProposalState proposal={proposal} />}
      <div className="place-card-actions">
        <Badge tone="good">{OWN.owned}</Badge>
        <SendCertificate place={place} />
        <OwnFacts place={place} />
        <PlaceChanges place={place} proposal={proposal} />
      </div>
      <BadgeBlock place={place} />
    </article>
  );
}

/** The facts that the owner says about a place. */
function OwnFacts({ place: { id, name } }: { readonly place: Place }) {
  const [open, setOpen] = useState(false);
  const cache = trpc.useUtils().partner.facts.get;
  const query = trpc.partner.facts.get.useQuery({ id }, { enabled: open });
  const save = trpc.partner.facts.save.useMutation({ onSuccess: (facts) => cache.setData({ id }, facts) });
  return (
    <>
      <Button look="quiet" className="button-small" onClick={() => setOpen(true)}>
        {OWN.facts}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <FactsDialog
        open={open}
        onClose={() => setOpen(false)}
        placeName={name}
        query={query}
        editor="owner"
        save={(facts, updatedAt) => save.mutateAsync({ id, ...facts, updatedAt })}
        onRefused={() => void cache.invalidate({ id })}
      />
    </>
  );
}

/** The badge that the owner can put on its own site, with the line of HTML. A masjid has no tier, and so no badge. */
function BadgeBlock({ place }: { readonly place: Place }) {
  const { name: brand } = useBrand();
  if (place.category === "mosque") return null;
  const badge = `/places/${place.id}/badge.svg`; // by the id, which stays
  const [page, image] = [placePath(place), badge].map((path) => window.location.origin + path);
  const line = `<a href="${page}"><img src="${image}" alt="${BADGE.alt(brand)}" height="60"></a>`;
  return (
    <details className="badge-block">
      <summary>{BADGE.heading}</summary>
      <div>
        <p className="soft">{BADGE.text}</p>
        <a href={placePath(place)}>
          <img src={badge} alt={BADGE.preview(place.name)} height="60" loading="lazy" />
        </a>
        <pre>
          <code>{line}</code>
        </pre>
        <CopyButton text={line} what={BADGE.line} />
      </div>
    </details>
  );
}

/** A change that waits for staff, or what they decided. */
function ProposalState({ proposal }: { readonly proposal: Proposal }) {
  const { fields, notes, status, reviewedAt } = proposal;
  if (status === "approved" && notes === "" && !isRecentlyDecided(reviewedAt)) return null;
  return (
    <div className="place-changes-state">
      <p>{sentenceOf(proposal)}</p>
      <Facts
        facts={PROPOSAL_FIELDS.filter((field) => fields[field] !== undefined).map((field) => [
          CHANGE_FIELDS[field],
          valueText(fields, field) || PROPOSAL.empty,
        ])}
      />
      {notes && (
        <p className="own-list-notes">
          <strong>{OWN.notes}:</strong> <bdi>{notes}</bdi>
        </p>
      )}
    </div>
  );
}

function sentenceOf({ status, submittedAt, reviewedAt, dueBy }: Proposal): string {
  if (status === "pending") return PROPOSAL.pending(formatDueDay(dueBy));
  return PROPOSAL[status](formatDay(reviewedAt ?? submittedAt));
}

interface PlaceChangesProps {
  readonly place: Place;
  readonly proposal: Proposal | undefined;
}

/** The buttons of an owned place that change it or give it up. */
function PlaceChanges({ place, proposal }: PlaceChangesProps) {
  const { id, name } = place;
  const [changes, setChanges] = useState(false);
  const release = trpc.partner.ownership.release.useMutation();
  const utils = trpc.useUtils();
  const pending = proposal?.status === "pending" ? proposal : undefined;
  return (
    <>
      <Button look="quiet" className="button-small" onClick={() => setChanges(true)}>
        {CHANGE.open}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <QuestionButton
        look="text"
        aria-label={`${RELEASE.open} ${name}`}
        words={RELEASE}
        done={RELEASE.done(name)}
        send={() => release.mutateAsync({ id })}
        reload={() => Promise.all([utils.partner.pois.invalidate(), utils.partner.ownership.invalidate()])}
        tab="pois"
      >
        <p>{RELEASE.lead(name)}</p>
        <Consequences title={RELEASE.lost} list={RELEASE.lostList} />
      </QuestionButton>
      <FormDialog open={changes} onClose={() => setChanges(false)} title={CHANGE.title} description={name}>
        {changes && <ChangeForm place={place} pending={pending} />}
      </FormDialog>
    </>
  );
}
