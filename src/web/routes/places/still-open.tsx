import { STILL_OPEN } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import type { StillOpen } from "../../../modules/directory/still-open/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { Button, ButtonLink } from "../../kit/controls/button.tsx";
import { PublicNotice } from "../../kit/site/public-page.tsx";

interface StillOpenProps {
  readonly place: PublicPlace;
}

/** Who said last that a place is open, and the question to visitors, a form that works without JavaScript. */
export function StillOpenSection({ place }: StillOpenProps) {
  const { stillOpen } = place;
  if (stillOpen === null) return null;
  return (
    <section className="still-open" aria-labelledby="still-open">
      <h2 id="still-open">{STILL_OPEN.heading}</h2>
      <p data-old={stillOpen.isOld || stillOpen.isGone || undefined}>{signText(stillOpen)}</p>
      <form className="still-open-form" method="post" action={`${placePath(place)}/still-open`}>
        <p className="soft">{STILL_OPEN.ask}</p>
        <Button type="submit" look="quiet" name="answer" value="open">
          {STILL_OPEN.open}
        </Button>
        <Button type="submit" look="quiet" name="answer" value="closed">
          {STILL_OPEN.closed}
        </Button>
      </form>
    </section>
  );
}

function signText({ by, on, isOld, isGone }: NonNullable<StillOpen>): string {
  if (isGone) return STILL_OPEN.gone;
  if (isOld) return STILL_OPEN.old;
  return by === null ? STILL_OPEN.listed(longDay(on)) : STILL_OPEN.said[by](longDay(on));
}

/** What a visitor sees after answering. */
export const AnsweredPage = ({ place, message }: StillOpenProps & { readonly message: string }) => (
  <PublicNotice title={STILL_OPEN.heading}>
    <p>{message}</p>
    <ButtonLink href={placePath(place)}>{STILL_OPEN.back}</ButtonLink>
  </PublicNotice>
);
