import { useRef, useState } from "react";
import { MEAT, MY_PLACE } from "../../../../copy/en/my-place.ts";
import { BADGE } from "../../../../copy/en/partner.ts";
import { RELEASE } from "../../../../copy/en/partner-places.ts";
import { PRAYER_EMBED } from "../../../../copy/en/prayer.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { placePath } from "../../../../shared/places/slug.ts";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import { Menu } from "../../../kit/controls/menu.tsx";
import { Confirm, Consequences } from "../../../kit/dialog/confirm.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { focusFrom } from "../../../lib/focus.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { tabElement } from "../search-params.ts";
import { useRights } from "../session.tsx";
import { MeatSuppliers } from "./meat-suppliers.tsx";
import { PrayerElsewhere } from "./prayer-times.tsx";

/** What an owner rarely does with a place. A masjid has no tier, and so no badge, but prayer times. */
export function PlaceMenu({ place }: { readonly place: Place }) {
  const [open, setOpen] = useState<"badge" | "meat" | "prayer" | "release" | null>(null);
  const close = () => setOpen(null);
  const menu = useRef<HTMLDivElement>(null);
  const { owns } = useRights();
  const answer = trpc.partner.stillOpen.answer.useMutation();
  const confirmOpen = () =>
    toastOutcome(answer.mutateAsync({ id: place.id, answer: "open" }), {
      done: { title: MY_PLACE.stillOpenDone(place.name) },
      failed: MY_PLACE.stillOpenFailed,
    });
  const meat = { name: MEAT.open, onSelect: () => setOpen("meat") };
  const badge = { name: BADGE.heading, onSelect: () => setOpen("badge") };
  const prayer = { name: PRAYER_EMBED.title, onSelect: () => setOpen("prayer") };
  return (
    <>
      <div ref={menu}>
        <Menu
          label={MY_PLACE.more(place.name)}
          face={MY_PLACE.moreShort}
          items={[
            ...(place.category === "mosque" ? [prayer] : [meat, badge]),
            { name: MY_PLACE.stillOpen, onSelect: () => void confirmOpen() },
            ...(owns ? [{ name: RELEASE.open, onSelect: () => setOpen("release"), destructive: true }] : []),
          ]}
        />
      </div>
      <FormDialog open={open === "meat"} onClose={close} title={MEAT.open} description={place.name}>
        {open === "meat" && <MeatSuppliers id={place.id} />}
      </FormDialog>
      <Dialog open={open === "badge"} onOpenChange={(next) => !next && close()} title={BADGE.heading}>
        {open === "badge" && <BadgeLine place={place} />}
      </Dialog>
      <Dialog open={open === "prayer"} onOpenChange={(next) => !next && close()} title={PRAYER_EMBED.title}>
        {open === "prayer" && <PrayerElsewhere place={place} />}
      </Dialog>
      <ReleaseDialog
        place={place}
        open={open === "release"}
        onClose={close}
        openerOf={() => menu.current?.querySelector("button") ?? null}
      />
    </>
  );
}

/** The badge that the owner can put on its own site, with the line of HTML. */
function BadgeLine({ place }: { readonly place: Place }) {
  const { name: brand } = useBrand();
  const badge = `/places/${place.id}/badge.svg`; // by the id, which stays
  const [page, image] = [placePath(place), badge].map((path) => window.location.origin + path);
  const line = `<a href="${page}"><img src="${image}" alt="${BADGE.alt(brand)}" height="60"></a>`;
  return (
    <div className="badge-line">
      <p className="soft">{BADGE.text}</p>
      <a href={placePath(place)}>
        <img src={badge} alt={BADGE.preview(place.name)} height="60" />
      </a>
      <pre>
        <code>{line}</code>
      </pre>
      <CopyButton text={line} what={BADGE.line} />
    </div>
  );
}

interface ReleaseDialogProps {
  readonly place: Place;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly openerOf: () => HTMLElement | null;
}

function ReleaseDialog({ place: { id, name }, open, onClose, openerOf }: ReleaseDialogProps) {
  const release = trpc.partner.ownership.release.useMutation();
  const utils = trpc.useUtils();
  async function confirm(): Promise<void> {
    const done = { title: RELEASE.done(name) };
    const isDone = await toastOutcome(release.mutateAsync({ id }), { done, failed: RELEASE.failed });
    onClose();
    const opener = openerOf();
    await Promise.all([utils.partner.pois.invalidate(), utils.partner.ownership.invalidate()]);
    if (isDone) focusFrom(opener, tabElement("pois")); // the menu is gone with the place
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
