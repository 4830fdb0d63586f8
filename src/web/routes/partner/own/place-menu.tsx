import { useRef, useState } from "react";
import { MEAT, MY_PLACE } from "../../../../copy/en/my-place.ts";
import { BADGE } from "../../../../copy/en/partner.ts";
import { RELEASE } from "../../../../copy/en/partner-places.ts";
import { PRAYER_EMBED } from "../../../../copy/en/prayer.ts";
import { nameInput, type Supplier } from "../../../../modules/evidence/suppliers/schema.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { longDay } from "../../../../shared/places/days.ts";
import { placePath } from "../../../../shared/places/slug.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import { Menu } from "../../../kit/controls/menu.tsx";
import { Confirm, Consequences } from "../../../kit/dialog/confirm.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { DialogForm, FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { focusFrom } from "../../../lib/focus.ts";
import { textOf } from "../../../lib/form.ts";
import { toast, toastOutcome } from "../../../lib/toast.ts";
import { tabElement } from "../search-params.ts";
import { useRights } from "../session.tsx";
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

const WORDS = {
  ...{ title: MEAT.open, submit: MEAT.submit, sending: MEAT.sending },
  ...{ missing: MEAT.missing, failed: MEAT.failed },
} as const;

/** Where the meat of an own place comes from: those named before, and the form that names another. */
function MeatSuppliers({ id }: { readonly id: string }) {
  const query = trpc.partner.suppliers.list.useQuery({ id });
  const cache = trpc.useUtils().partner.suppliers.list;
  const add = trpc.partner.suppliers.name.useMutation({ onSettled: () => cache.invalidate({ id }) });
  return (
    <>
      <p className="soft">{MEAT.lead}</p>
      <Loaded query={query} failed={MEAT.loadFailed} rows={2}>
        {(suppliers) =>
          suppliers.length === 0 ? <p>{MEAT.none}</p> : <SupplierList id={id} suppliers={suppliers} />
        }
      </Loaded>
      <DialogForm
        words={WORDS}
        schema={nameInput}
        read={(form) => ({ id, name: textOf(form, "name") })}
        send={(input) => add.mutateAsync(input)}
        onDone={({ name }) => toast({ title: MEAT.saved(name) })}
      >
        {(errors) => <Field label={MEAT.name} name="name" dir="auto" required error={errors.name} />}
      </DialogForm>
    </>
  );
}

interface SupplierListProps {
  readonly id: string;
  readonly suppliers: readonly Supplier[];
}

function SupplierList({ id, suppliers }: SupplierListProps) {
  const cache = trpc.useUtils().partner.suppliers.list;
  const options = { onSettled: () => cache.invalidate({ id }) };
  const confirm = trpc.partner.suppliers.name.useMutation(options);
  const remove = trpc.partner.suppliers.remove.useMutation(options);
  const said = (change: Promise<unknown>, title: string) =>
    void toastOutcome(change, { done: { title }, failed: MEAT.failed });
  return (
    <ul className="meat-suppliers">
      {suppliers.map(({ id: supplierId, name, until, lapsed }) => (
        <li key={supplierId}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className="soft">{lapsed ? MEAT.lapsed(longDay(until)) : MEAT.until(longDay(until))}</span>
          <span className="meat-suppliers-acts">
            <Button
              look="quiet"
              className="button-small"
              aria-label={MEAT.of(MEAT.confirm, name)}
              onClick={() => said(confirm.mutateAsync({ id, name }), MEAT.saved(name))}
            >
              {MEAT.confirm}
            </Button>
            <Button
              look="text"
              className="button-small"
              aria-label={MEAT.of(MEAT.remove, name)}
              onClick={() => said(remove.mutateAsync({ id, supplierId }), MEAT.removed(name))}
            >
              {MEAT.remove}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
