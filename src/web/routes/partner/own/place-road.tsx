import type { z } from "zod";
import { ROAD } from "../../../../copy/en/my-place.ts";
import type { road } from "../../../../modules/evidence/renewals/schema.ts";
import { formatCalendarDay } from "../../../../shared/format.ts";
import { type Stop, Stops } from "../review-progress.tsx";

type Road = z.output<typeof road>;

/** The four steps of a certificate, with where it is now. */
export function PlaceRoad({ road }: { readonly road: Road }) {
  return (
    <section className="own-place-road" aria-label={ROAD.title}>
      <h4>{ROAD.title}</h4>
      <Stops label={ROAD.title} stops={[sending(road), reading(road), confirming(road), last(road)]} />
      {road.declined && (
        <p className="own-list-notes">
          <bdi>{road.declined}</bdi>
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

const isVerified = ({ tier }: Road): boolean => tier === "verified";
/** A tier of before evidence was recorded has no certificate. */
const isOpen = (road: Road): boolean => !isVerified(road) && (road.sentOn === null || road.declined !== null);

function sending(road: Road): Stop {
  const { sentOn, declined } = road;
  if (isOpen(road))
    return { name: ROAD.send, note: declined === null ? ROAD.sendNow : ROAD.declined, state: "here" };
  return { name: ROAD.send, note: sentOn && <Day word={ROAD.arrived} on={sentOn} />, state: "passed" };
}

function reading(road: Road): Stop {
  const { readings, needed, readOn } = road;
  const name = needed === 1 ? ROAD.readOnce : ROAD.read;
  if (readOn !== null) return { name, note: <Day word={ROAD.readOn} on={readOn} />, state: "passed" };
  if (isVerified(road)) return { name, state: "passed" };
  if (isOpen(road)) return { name, state: "ahead" };
  return { name, note: ROAD.readings(readings, needed), state: "here" };
}

function confirming(road: Road): Stop {
  const { readOn, askedOn, confirmedOn, refusedOn } = road;
  const name = ROAD.confirm;
  if (refusedOn !== null) return { name, note: <Day word={ROAD.refused} on={refusedOn} />, state: "ended" };
  if (confirmedOn !== null)
    return { name, note: <Day word={ROAD.confirmed} on={confirmedOn} />, state: "passed" };
  if (isVerified(road)) return { name, state: "passed" };
  const asked = askedOn && <Day word={ROAD.asked} on={askedOn} />;
  if (readOn === null) return { name, note: asked, state: "ahead" };
  return { name, note: asked ?? ROAD.lookedUp, state: "here" };
}

function last(road: Road): Stop {
  const { until, validUntil, readOn, confirmedOn, today } = road;
  const name = ROAD.verified;
  if (isVerified(road))
    return { name, note: until && <Day word={ROAD.until} on={until} />, state: "arrived" };
  const isOver = readOn !== null && confirmedOn !== null && validUntil !== null && validUntil < today;
  if (isOver) return { name, note: <Day word={ROAD.wasUntil} on={validUntil} />, state: "ended" };
  return { name, state: "ahead" };
}
