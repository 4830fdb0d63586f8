import { CITY } from "../../../copy/en/cities.ts";
import type { PublicCity } from "../../../modules/directory/cities/schema.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { Star } from "../../kit/page/star.tsx";
import { useBrand } from "../../lib/brand.ts";

interface RoadProps {
  readonly city: PublicCity;
  /** Of the city's page. */
  readonly url: string;
}

/** How far the area of a city is from opening, and how to bring it nearer. People are only shown in steps of ten. */
export function RoadToOpening({ city, url }: RoadProps) {
  const { area, name } = city;
  const brand = useBrand().name;
  const waiting = typeof area.waiting === "number" ? area.waiting : 0;
  const [subject, text] = [CITY.shareSubject(brand, name), CITY.shareText(brand, name, url)].map(
    encodeURIComponent,
  );
  const links = [
    [CITY.shareBy.whatsApp, `https://wa.me/?text=${text}`],
    [CITY.shareBy.text, `sms:?&body=${text}`],
    [CITY.shareBy.email, `mailto:?subject=${subject}&body=${text}`],
  ] as const;
  return (
    <section className="road" aria-labelledby="road">
      <h2 id="road">{CITY.road(brand, name)}</h2>
      <p className="road-figure">{figureOf(area)}</p>
      {area.bar !== null && <Line done={Math.min(1, waiting / area.bar)} />}
      <p>{area.bar === null ? CITY.together(area.name) : CITY.needs(area.name, area.bar)}</p>
      <div className="actions">
        <ButtonLink href="/#beta">{CITY.join}</ButtonLink>
        {links.map(([name, href]) => (
          <ButtonLink key={name} look="quiet" className="button-small" href={href} rel="noreferrer">
            <span className="visually-hidden">{CITY.share} </span>
            {name}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}

/** Of those who wait, only the confirmed ones count for the bar, so that all who are needed may wait before it opens. */
function figureOf({ waiting, bar }: PublicCity["area"]): string {
  if (typeof waiting !== "number") return bar === null ? CITY.few : CITY.needed(bar);
  return bar === null || waiting >= bar ? CITY.waiting(waiting) : CITY.toOpen(waiting, bar);
}

const LENGTH = 400;

/** The route: as far as it is driven, a line; the rest, dots. */
const Line = ({ done }: { readonly done: number }) => (
  <div className="road-line">
    <svg viewBox={`0 0 ${LENGTH} 8`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <line className="road-ahead" x1="2" x2={LENGTH} y1="4" y2="4" />
      {done > 0 && <line className="road-done" x1="2" x2={Math.max(2, LENGTH * done)} y1="4" y2="4" />}
    </svg>
    <Star className="star road-star" />
  </div>
);
