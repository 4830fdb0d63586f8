import { ISSUER } from "../../../copy/en/places.ts";
import type { PublicIssuer } from "../../../modules/directory/issuers/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import { listCountries } from "../../../shared/places/regions.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { addressOf, kindOf } from "./structured-data.ts";

interface IssuerProps {
  readonly issuer: PublicIssuer;
}

/** A body that certifies places: who it is, what it stands for, its register, and the places under it. */
export function IssuerPage({ issuer }: IssuerProps) {
  const { name, country, site, about, standard, register } = issuer;
  return (
    <PublicPage title={ISSUER.title(name)}>
      <div className="issuer-page wrap">
        <header className="issuer-page-head">
          <p>{ISSUER.kind}</p>
          <h1 dir="auto">{name}</h1>
          <p>{listCountries().find(({ code }) => code === country)?.name ?? country}</p>
        </header>
        <TextSection id="about" title={ISSUER.about} text={about} />
        <TextSection id="standard" title={ISSUER.standard} text={standard} />
        <section aria-labelledby="register">
          <h2 id="register">{ISSUER.register}</h2>
          <p>{register ? ISSUER.registerText : ISSUER.noRegister}</p>
          <div className="actions">
            {register && (
              <ButtonLink href={register} rel="noreferrer">
                {ISSUER.registerLink(name)}
              </ButtonLink>
            )}
            {site && (
              <ButtonLink href={site} look="quiet" rel="noreferrer">
                {ISSUER.site}
              </ButtonLink>
            )}
          </div>
        </section>
        <PlacesSection issuer={issuer} />
      </div>
    </PublicPage>
  );
}

interface TextProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const TextSection = ({ id, title, text }: TextProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <p className={text === "" ? "soft" : "issuer-page-text"} dir="auto">
      {text || ISSUER.unknown}
    </p>
  </section>
);

function PlacesSection({ issuer: { slug, places, next } }: IssuerProps) {
  return (
    <section aria-labelledby="places">
      <h2 id="places">{ISSUER.places}</h2>
      {places.length === 0 && next === null && <p>{ISSUER.none}</p>}
      <ul className="issuer-page-places">
        {places.map((place) => (
          <li key={place.id}>
            <a href={placePath(place)}>
              <bdi>{place.name}</bdi>
            </a>
            <p>
              {kindOf(place)}, <bdi>{addressOf(place)}</bdi>
            </p>
            <p className="soft">{ISSUER.days(longDay(place.since), longDay(place.until))}</p>
          </li>
        ))}
      </ul>
      {next !== null && (
        <ButtonLink
          href={`/issuers/${slug}?${new URLSearchParams({ cursor: next })}`}
          look="quiet"
          rel="next"
        >
          {ISSUER.more}
        </ButtonLink>
      )}
    </section>
  );
}
