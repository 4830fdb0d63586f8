import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import type { FactValues } from "../../../../../shared/places/facts.ts";
import { CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { placePath } from "../../../../../shared/places/slug.ts";
import { Button, ButtonLink } from "../../../../kit/controls/button.tsx";
import { ConfirmDelete } from "../../../../kit/dialog/confirm.tsx";
import { Badge } from "../../../../kit/page/badge.tsx";
import { useRestore } from "../../../../kit/records/use-act.ts";
import { Viewers } from "../../../../kit/records/viewers.tsx";
import { TierBadge } from "../../../../kit/site/tier-mark.tsx";
import { useRecordTitle } from "../../../../kit/staff/record-title.ts";
import { ADMINS } from "../../../../kit/staff/roles.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { mapLink } from "../../../../kit/text/links.ts";
import { trpc } from "../../../../lib/api.tsx";
import { useOpenedHeading } from "../../../../lib/focus.ts";
import { toastOutcome } from "../../../../lib/toast.ts";
import { useBusy } from "../../../../lib/use-busy.ts";
import { withPlace } from "../open-place.ts";

export function PlaceHead({ place }: { readonly place: StaffPlaceDetail }) {
  const heading = useOpenedHeading(true);
  useRecordTitle(place.name, true);
  return (
    <header className="place-record-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{place.name}</bdi>
        </h1>
        <p className="place-record-line">
          {place.category !== "mosque" && <TierBadge status={place.halalVerificationStatus} />}
          <ClosedMark id={place.id} />
          <span>{CATEGORY_NAMES[place.category]}</span>
          <bdi>
            {place.city}, {place.state}
          </bdi>
        </p>
        {place.isWithheld && <Withheld />}
        <Viewers caseKey={`place:${place.id}`} thing="place" />
      </div>
      <div className="place-record-links">
        <ClosePlace place={place} />
        <ButtonLink
          look="quiet"
          className="button-tiny"
          href={placePath(place)}
          target="_blank"
          rel="noopener"
        >
          Public page
        </ButtonLink>
        <ButtonLink
          look="quiet"
          className="button-tiny"
          href={mapLink(place)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Map
        </ButtonLink>
        <DeletePlace place={place} />
      </div>
    </header>
  );
}

const Withheld = () => (
  <p className="place-record-line">
    <Badge tone="warning">Not in the public search</Badge>
    <span>
      Its only source is wrong too often in this city. It comes back when you edit it, when it gets an owner,
      or when you lower the source's minimum accuracy.
    </span>
  </p>
);

/** Moves a place to the trash and shows the list; the toast undoes it and shows the place again. */
function DeletePlace({ place: { id, name, address } }: { readonly place: StaffPlaceDetail }) {
  const { role } = useStaff();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const remove = trpc.admin.pois.delete.useMutation();
  const restore = useRestore();
  const [asked, setAsked] = useState(false);
  if (!ADMINS.includes(role)) return null;
  const show = (shown: string | undefined) =>
    navigate({ to: "/admin/places", search: withPlace(shown), state: (before) => before });
  async function undo(): Promise<void> {
    if (await restore(id)) await show(id);
  }
  async function send(): Promise<void> {
    const deleted = await toastOutcome(remove.mutateAsync({ id }), {
      done: { title: "Place deleted", description: name, onUndo: () => void undo() },
      failed: "The place was not deleted",
    });
    setAsked(false);
    if (deleted) await show(undefined);
    await utils.invalidate();
  }
  return (
    <>
      <Button look="quiet" className="button-tiny button-destructive" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <ConfirmDelete
        record={asked ? { name, detail: address } : null}
        onClose={() => setAsked(false)}
        title="Delete place"
        question="Are you sure you want to delete this place? It leaves the directory and its public page."
        onDelete={send}
      />
    </>
  );
}

type Closed = FactValues["closed"] | null;

/** Whether a place is closed for good. It stays in the directory, and everyone sees that it is closed. */
function ClosedMark({ id }: Pick<StaffPlaceDetail, "id">) {
  const { data } = trpc.admin.facts.get.useQuery({ id }, { staleTime: 0 });
  return data?.facts.closed?.value ? <Badge tone="bad">Closed</Badge> : null;
}

function ClosePlace({ place: { id, name } }: { readonly place: StaffPlaceDetail }) {
  const { role } = useStaff();
  const utils = trpc.useUtils();
  const { data } = trpc.admin.facts.get.useQuery({ id }, { staleTime: 0 });
  const save = trpc.admin.facts.save.useMutation({
    onSuccess: (facts) => utils.admin.facts.get.setData({ id }, facts),
    onError: () => utils.admin.facts.get.invalidate({ id }), // someone else may have changed them
  });
  const [busy, run] = useBusy();
  if (!data || !ADMINS.includes(role)) return null;
  const isClosed = Boolean(data.facts.closed?.value);
  const before: Closed = data.bySource.staff.closed?.value ?? null;
  const state = (closed: Closed, readAt: Date) => save.mutateAsync({ id, closed, updatedAt: readAt });
  async function change(readAt: Date): Promise<void> {
    const done = { title: isClosed ? "Place marked as open" : "Place marked as closed", description: name };
    const saved = state(!isClosed, readAt);
    const undo = async () => state(before, (await saved).updatedAt);
    const onUndo = () =>
      void toastOutcome(undo(), { done: { title: "As it was before" }, failed: "The place was not changed" });
    await toastOutcome(saved, { done: { ...done, onUndo }, failed: "The place was not changed" });
  }
  return (
    <Button
      look="quiet"
      className="button-tiny"
      aria-disabled={busy}
      onClick={() => void run(() => change(data.updatedAt))}
    >
      {isClosed ? "Mark as open" : "Mark as closed"}
    </Button>
  );
}
