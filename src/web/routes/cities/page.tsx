import { CityMap } from "../../blocks/city-map/city-map.tsx";
import { Footer } from "../../blocks/footer/footer.tsx";
import { PublicBar } from "../../blocks/public-bar/public-bar.tsx";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { ButtonLink } from "../../ui/button/button.tsx";
import { ListCard } from "../../ui/list-card/list-card.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { EmptyState } from "../../ui/states/states.tsx";
import { CITIES, CITIES_CARD, HOW } from "./content.ts";
import { MetroTable } from "./metro-table.tsx";
import { Near } from "./near.tsx";

const ALL = 500; // there are about 300 metros

/** Where people wait, for visitors: prerendered but for the numbers. */
export function CitiesPage() {
  const { name } = useBrand();
  return (
    <Page title={CITIES_CARD.title} banner={<Bar />} footer={<Footer />}>
      <div className="cities wrap">
        <header className="cities-head">
          <h1>{CITIES.heading}</h1>
          <p className="lead">{CITIES.lead(name)}</p>
        </header>
        <Where />
        <How />
      </div>
    </Page>
  );
}

const Bar = () => (
  <PublicBar>
    <ButtonLink href="/#beta" className="button-small">
      {CITIES.join}
    </ButtonLink>
  </PublicBar>
);

function Where() {
  const all = trpc.public.cities.list.useQuery({ limit: ALL });
  const shown = (all.data ?? []).filter(({ waiting, places }) => waiting !== "<10" || places !== "<10");
  const points = shown.flatMap(({ id, name, state, waiting }) =>
    waiting === "<10"
      ? []
      : [{ id, title: `${name}, ${state}: ${CITIES.waiting(waiting)}`, weight: Number(waiting) }],
  );
  return (
    <>
      <div className="cities-where">
        <CityMap label={CITIES.map} points={points} />
        <Near />
      </div>
      <div className="cities-part">
        <noscript>
          <p>{CITIES.withoutScripts}</p>
        </noscript>
        <div className="script-only">
          <Loaded query={all} failed={CITIES.failed}>
            {() =>
              shown.length > 0 ? (
                <ListCard title={CITIES.listHeading}>
                  <MetroTable caption={CITIES.table} metros={shown} />
                </ListCard>
              ) : (
                <EmptyState title={CITIES.none}>{CITIES.noneText}</EmptyState>
              )
            }
          </Loaded>
        </div>
        <p className="cities-note soft">{CITIES.note}</p>
        <p className="soft">
          <a href="https://www.geonames.org/">{CITIES.source}</a>
        </p>
      </div>
    </>
  );
}

function How() {
  return (
    <section className="cities-part" aria-labelledby="cities-how">
      <h2 id="cities-how">{HOW.heading}</h2>
      <ol className="cities-steps">
        {HOW.steps.map(({ name, text, link }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
            <a href={link.href}>{link.name}</a>
          </li>
        ))}
      </ol>
    </section>
  );
}
