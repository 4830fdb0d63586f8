import { useRef, useState } from "react";
import type { Place } from "../../../../../modules/places/schema.ts";
import { FormDialog } from "../../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { focusFrom } from "../../../../lib/focus-from.ts";
import { toastOutcome } from "../../../../lib/toast/toast-outcome.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Confirm } from "../../../../ui/confirm/confirm.tsx";
import { Consequences } from "../../../../ui/consequences/consequences.tsx";
import { tabElement } from "../../tab-element.ts";
import { ChangeForm } from "./change-form.tsx";
import { CHANGE, RELEASE } from "./content.ts";
import type { Proposal } from "./use-proposals.ts";

interface PlaceChangesProps {
  readonly place: Place;
  readonly proposal: Proposal | undefined;
}

/** The buttons of an owned place that change it or give it up. */
export function PlaceChanges({ place, proposal }: PlaceChangesProps) {
  const [open, setOpen] = useState<"change" | "release" | null>(null);
  const release = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(null);
  const pending = proposal?.status === "pending" ? proposal : undefined;
  return (
    <>
      <Button look="quiet" className="button-small" onClick={() => setOpen("change")}>
        {CHANGE.open}
        <span className="visually-hidden"> {place.name}</span>
      </Button>
      <Button look="text" className="button-small" ref={release} onClick={() => setOpen("release")}>
        {RELEASE.open}
        <span className="visually-hidden"> {place.name}</span>
      </Button>
      <FormDialog open={open === "change"} onClose={close} title={CHANGE.title} description={place.name}>
        {open === "change" && <ChangeForm place={place} pending={pending} />}
      </FormDialog>
      <ReleaseQuestion
        place={place}
        open={open === "release"}
        onClose={close}
        onReleased={() => focusFrom(release.current, tabElement("pois"))}
      />
    </>
  );
}

interface ReleaseQuestionProps {
  readonly place: Place;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The card is gone with its button. */
  readonly onReleased: () => void;
}

function ReleaseQuestion({ place: { id, name }, open, onClose, onReleased }: ReleaseQuestionProps) {
  const release = trpc.partner.ownership.release.useMutation();
  const utils = trpc.useUtils();
  async function confirm(): Promise<void> {
    const isDone = await toastOutcome(release.mutateAsync({ id }), {
      done: { title: RELEASE.done(name) },
      failed: RELEASE.failed,
    });
    onClose();
    await Promise.all([utils.partner.pois.invalidate(), utils.partner.ownership.invalidate()]);
    if (isDone) onReleased();
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={RELEASE.title}
      action={RELEASE.action}
      acting={RELEASE.acting}
      cancel={RELEASE.cancel}
      onConfirm={confirm}
    >
      <p>{RELEASE.lead(name)}</p>
      <Consequences title={RELEASE.lost} list={RELEASE.lostList} />
    </Confirm>
  );
}
