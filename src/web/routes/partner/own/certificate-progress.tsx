import { PROGRESS } from "../../../../copy/en/my-place.ts";
import type { CertificateProgress as Progress } from "../../../../modules/evidence/renewals/schema.ts";
import { formatCalendarDay } from "../../../../shared/format.ts";
import { type Stop, Stops } from "../review-progress.tsx";

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
