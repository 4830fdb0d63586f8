import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { z } from "zod";
import { PROGRESS } from "../../../../copy/en/my-place.ts";
import { RENEW } from "../../../../copy/en/partner-places.ts";
import {
  type dueRenewal,
  type CertificateProgress as Progress,
  sendInput,
} from "../../../../modules/evidence/renewals/schema.ts";
import { EVIDENCE } from "../../../../modules/evidence/uploads/schema.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { formatCalendarDay } from "../../../../shared/format.ts";
import { TIER_NAMES } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { DialogForm, FormDialog, useOpenDialog } from "../../../kit/dialog/form-dialog.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { FileDrop } from "../../../kit/form/file-drop.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { messageOf } from "../../../lib/errors.ts";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { type Stop, Stops } from "../review-progress.tsx";
import { portalSearchParams, tabElement } from "../search-params.ts";
import { useOneFile, wordOf } from "./one-file.ts";
import { useDue, useOwn } from "./own-data.ts";

/** The forms that renew a tier or send a first certificate. The URL says of which place; emails link to it. */
export function Renewals() {
  const due = useDue();
  const { pois } = useOwn();
  const { open, show } = useOpenRenewal();
  const listed = [...(due ?? []).map(({ poiId }) => poiId), ...(pois.data?.items ?? []).map(({ id }) => id)];
  const isFurther = open !== undefined && due !== undefined && pois.isSuccess && !listed.includes(open);
  // one of many places, of which the list has only the first
  const further = trpc.partner.pois.get.useQuery({ id: open ?? "" }, { enabled: isFurther, staleTime: 0 });
  const last = useRef(open);
  if (open !== undefined) last.current = open;
  if (!due || !pois.data) return null;
  const renewed = due.find(({ poiId, sentAt }) => poiId === open && sentAt === null);
  const linked = isFurther ? further.data : pois.data.items.find(({ id }) => id === open);
  const isOwn = linked !== undefined && linked.ownerId !== null && linked.ownerId !== "claimed";
  const first = isOwn && mayBeFirst(linked, due) ? linked : undefined;
  const isRead = !isFurther || !further.isPending;
  const isGone = open !== undefined && isRead && !first && !due.some(({ poiId }) => poiId === open);
  return (
    <>
      {isGone && <Alert tone="info">{RENEW.nothing}</Alert>}
      <FormDialog
        open={renewed !== undefined || first !== undefined}
        onClose={() => show(undefined)}
        title={renewed ? RENEW.of(renewed.poiName) : first ? RENEW.firstOf(first.name) : ""}
        description={renewed ? stateOf(renewed) : undefined}
        focusAfter={() => document.getElementById(buttonId(last.current)) ?? tabElement()}
      >
        {renewed?.basis === "declaration" && <DeclarationForm poiId={renewed.poiId} />}
        {renewed && renewed.basis !== "declaration" && <CertificateForm poiId={renewed.poiId} />}
        {first && <CertificateForm poiId={first.id} />}
      </FormDialog>
    </>
  );
}

/** The button with which the owner of a place that proves no tier sends its certificate. */
export function SendCertificate({ place }: { readonly place: Place }) {
  const due = useDue();
  const { show } = useOpenRenewal();
  if (!due || !mayBeFirst(place, due)) return null;
  return (
    <Button
      id={buttonId(place.id)}
      className="button-small"
      aria-label={RENEW.firstOf(place.name)}
      onClick={() => show(place.id)}
    >
      {RENEW.first}
    </Button>
  );
}

/** Of the button that opens the form of a place; it is gone once the form was sent. */
const buttonId = (poiId: string | undefined): string => `renew-${poiId}`;

/** A masjid has no tier. */
const mayBeFirst = ({ id, category, halalVerificationStatus: tier }: Place, due: readonly Due[]): boolean =>
  category !== "mosque" &&
  (tier === "unverified" || tier === "reported") &&
  !due.some(({ poiId }) => poiId === id);

/** The open place, in the URL. */
function useOpenRenewal() {
  const search = portalSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (renew: string | undefined) =>
    void navigate({ to: "/partner", search: { ...search, renew }, replace: true, resetScroll: false });
  return { open: search.renew, show } as const;
}

/** The owner confirms all three with one press. */
function DeclarationForm({ poiId }: { readonly poiId: string }) {
  const { contactEmail } = useBrand();
  const { close, holdFor } = useOpenDialog();
  const send = trpc.partner.renewals.send.useMutation();
  const utils = trpc.useUtils();
  const [refusal, setRefusal] = useState<string | null>(null);
  async function confirm(): Promise<void> {
    const all = { meatFree: true, noAlcohol: true, noPork: true };
    try {
      const { until } = await holdFor(send.mutateAsync({ id: poiId, kind: "declaration", ...all }));
      toast({ title: until ? RENEW.renewed(formatCalendarDay(until)) : RENEW.title });
      close();
      await Promise.all([utils.partner.renewals.invalidate(), utils.partner.pois.invalidate()]);
    } catch (error) {
      setRefusal(messageOf(error) ?? RENEW.failed);
    }
  }
  return (
    <div className="dialog-form">
      {refusal && <Alert>{refusal}</Alert>}
      <p>
        <strong>{RENEW.declare}</strong>
      </p>
      <ul className="needs-you-declared">
        {RENEW.declared.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="soft">{RENEW.changed(contactEmail)}</p>
      <div className="dialog-actions">
        <Button look="quiet" onClick={close}>
          {RENEW.cancel}
        </Button>
        <Button disabled={send.isPending} onClick={() => void confirm()}>
          {send.isPending ? RENEW.confirming : RENEW.confirm}
        </Button>
      </div>
    </div>
  );
}

const WORDS = {
  title: RENEW.file,
  submit: RENEW.send,
  sending: RENEW.sending,
  missing: RENEW.missing,
  failed: RENEW.failed,
  errorTitle: RENEW.failed,
};

/** The owner sends a photo or PDF of the new certificate; what it says is optional. */
function CertificateForm({ poiId }: { readonly poiId: string }) {
  const send = trpc.partner.renewals.send.useMutation();
  const utils = trpc.useUtils();
  const { file, choose } = useOneFile();
  const fileId = file?.state === "kept" ? file.id : "";
  return (
    <DialogForm
      words={WORDS}
      schema={sendInput}
      read={(form) => ({
        ...{ id: poiId, kind: "certificate" as const, fileId },
        ...{ issuer: textOf(form, "issuer"), number: textOf(form, "number") },
        validUntil: textOf(form, "validUntil"),
      })}
      send={async (input) => {
        await send.mutateAsync(input);
        await utils.partner.renewals.invalidate();
      }}
      onDone={() => toast({ title: RENEW.arrived, description: RENEW.arrivedText })}
    >
      {(errors) => (
        <>
          <FileDrop
            label={RENEW.file}
            hint={RENEW.hint}
            action={RENEW.choose}
            cameraAction={RENEW.camera}
            accept={EVIDENCE.accept}
            onFiles={choose}
          />
          {file && (
            <p role="status">
              <bdi>{file.name}</bdi>: {wordOf(file)}
            </p>
          )}
          {errors.fileId && !fileId && <p className="field-error">{RENEW.missing}</p>}
          <details className="needs-you-details">
            <summary>{RENEW.details}</summary>
            <div className="dialog-form">
              <Field label={RENEW.issuer} name="issuer" autoComplete="off" error={errors.issuer} />
              <Field label={RENEW.number} name="number" autoComplete="off" error={errors.number} />
              <Field
                label={RENEW.validUntil}
                name="validUntil"
                type="date"
                autoComplete="off"
                error={errors.validUntil}
              />
            </div>
          </details>
          <p className="soft">{RENEW.next}</p>
        </>
      )}
    </DialogForm>
  );
}

type Due = z.output<typeof dueRenewal>;

const stateOf = ({ tier, until, ended }: Due): string | undefined =>
  until === null ? undefined : (ended ? RENEW.ended : RENEW.ends)(TIER_NAMES[tier], formatCalendarDay(until));

/** The four steps of a certificate, with where it is now. */
export function CertificateProgress({ progress }: { readonly progress: Progress }) {
  return (
    <section className="own-place-progress" aria-label={PROGRESS.title}>
      <h4>{PROGRESS.title}</h4>
      <Stops
        label={PROGRESS.title}
        stops={[sending(progress), reading(progress), confirming(progress), last(progress)]}
      />
      {progress.declined && (
        <p className="own-list-notes">
          <bdi>{progress.declined}</bdi>
        </p>
      )}
    </section>
  );
}

const Day = ({ word, on }: { readonly word: string; readonly on: string }) => (
  <>
    {word} <time dateTime={on}>{formatCalendarDay(on)}</time>
  </>
);

const isVerified = ({ tier }: Progress): boolean => tier === "verified";
/** A tier of before evidence was recorded has no certificate. */
const isOpen = (progress: Progress): boolean =>
  !isVerified(progress) && (progress.sentOn === null || progress.declined !== null);

function sending(progress: Progress): Stop {
  const { sentOn, declined } = progress;
  if (isOpen(progress))
    return {
      name: PROGRESS.send,
      note: declined === null ? PROGRESS.sendNow : PROGRESS.declined,
      state: "here",
    };
  return {
    name: PROGRESS.send,
    note: sentOn && <Day word={PROGRESS.arrived} on={sentOn} />,
    state: "passed",
  };
}

function reading(progress: Progress): Stop {
  const { readings, needed, readOn } = progress;
  const name = needed === 1 ? PROGRESS.readOnce : PROGRESS.read;
  if (readOn !== null) return { name, note: <Day word={PROGRESS.readOn} on={readOn} />, state: "passed" };
  if (isVerified(progress)) return { name, state: "passed" };
  if (isOpen(progress)) return { name, state: "ahead" };
  return { name, note: PROGRESS.readings(readings, needed), state: "here" };
}

function confirming(progress: Progress): Stop {
  const { readOn, askedOn, confirmedOn, refusedOn } = progress;
  const name = PROGRESS.confirm;
  if (refusedOn !== null)
    return { name, note: <Day word={PROGRESS.refused} on={refusedOn} />, state: "ended" };
  if (confirmedOn !== null)
    return { name, note: <Day word={PROGRESS.confirmed} on={confirmedOn} />, state: "passed" };
  if (isVerified(progress)) return { name, state: "passed" };
  const asked = askedOn && <Day word={PROGRESS.asked} on={askedOn} />;
  if (readOn === null) return { name, note: asked, state: "ahead" };
  return { name, note: asked ?? PROGRESS.lookedUp, state: "here" };
}

function last(progress: Progress): Stop {
  const { until, validUntil, readOn, confirmedOn, today } = progress;
  const name = PROGRESS.verified;
  if (isVerified(progress))
    return { name, note: until && <Day word={PROGRESS.until} on={until} />, state: "arrived" };
  const isOver = readOn !== null && confirmedOn !== null && validUntil !== null && validUntil < today;
  if (isOver) return { name, note: <Day word={PROGRESS.wasUntil} on={validUntil} />, state: "ended" };
  return { name, state: "ahead" };
}
