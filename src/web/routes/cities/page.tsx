import { type FormEvent, useEffect, useRef, useState } from "react";
import { CITIES, CITIES_CARD, HOW, NEAR } from "../../../copy/en/cities.ts";
import { ALL_METROS, CITY_NUMBERS, isShown } from "../../../modules/directory/cities/schema.ts";
import { FEW } from "../../../shared/format.ts";
import { cityPath } from "../../../shared/places/slug.ts";
import { Button } from "../../kit/controls/button.tsx";
import { CityField } from "../../kit/form/city-field.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Card, ListCard } from "../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../kit/page/states.tsx";
import { CityMap } from "../../kit/site/city-map.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { refusalOf } from "../../lib/errors.ts";
import { textOf } from "../../lib/form.ts";
import { MetroTable } from "./metro-table.tsx";

/** Where people wait, for visitors: prerendered but for the numbers. */
export function CitiesPage() {
  const { name } = useBrand();
  return (
    <PublicPage title={CITIES_CARD.title}>
      <div className="cities wrap">
        <header className="cities-head">
          <h1>{CITIES.heading}</h1>
          <p className="lead">{CITIES.lead(name)}</p>
        </header>
        <Where />
        <How />
      </div>
    </PublicPage>
  );
}

const LISTED = 12; // cities, fewer on a phone; all have a page of their own

function Where() {
  const all = trpc.public.cities.list.useQuery({ limit: ALL_METROS });
  const shown = (all.data ?? []).filter(isShown);
  const points = shown.flatMap(({ id, name, state, waiting }) =>
    waiting === FEW ? [] : [{ id, title: `${name}, ${state}: ${CITIES.waiting(waiting)}`, weight: waiting }],
  );
  return (
    <>
      <div className="cities-where">
        <CityMap label={CITIES.map} points={points} />
        <Near />
      </div>
      <div className="cities-part">
        <noscript>
          <p>
            {CITIES.withoutScripts} <a href={CITY_NUMBERS}>{CITIES.numbers}</a>
          </p>
        </noscript>
        <div className="script-only">
          <Loaded query={all} failed={CITIES.failed}>
            {() =>
              shown.length > 0 ? (
                <ListCard title={CITIES.listHeading}>
                  <div className="cities-list">
                    <MetroTable metros={shown.slice(0, LISTED)} />
                    {shown.length > LISTED && <a href={CITY_NUMBERS}>{CITIES.seeAll(shown.length)}</a>}
                  </div>
                </ListCard>
              ) : (
                <EmptyState title={CITIES.none}>{CITIES.noneText}</EmptyState>
              )
            }
          </Loaded>
        </div>
        <p className="cities-note soft">
          {CITIES.note} <a href="https://www.geonames.org/">{CITIES.source}</a>
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
        {HOW.steps.map(({ text, link }) => (
          <li key={link.name}>
            <h3>
              <a href={link.href}>{link.name}</a>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const SHOWN = 5;

/** The metro of the visitor's city, and those around it. */
function Near() {
  const [near, setNear] = useState("");
  const [error, setError] = useState<string>();
  const metros = trpc.public.cities.list.useQuery({ near, limit: SHOWN }, { enabled: near !== "" });
  function show(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = textOf(new FormData(event.currentTarget), "near").trim();
    setError(typed === "" ? NEAR.missing : undefined);
    setNear(typed);
  }
  const failed = metros.error && (refusalOf(metros.error) ? NEAR.unknown : NEAR.unreached);
  const [own, ...others] = metros.data ?? [];
  return (
    <div className="script-only">
      <Card className="cities-near">
        <form method="get" aria-label={NEAR.heading} noValidate onSubmit={show}>
          <h2>{NEAR.heading}</h2>
          <NearField error={error ?? failed ?? undefined} />
          <Button type="submit" className="cities-show">
            {NEAR.submit}
          </Button>
        </form>
        <div aria-live="polite">
          {own && (
            <div className="cities-own">
              <h3>
                <a href={cityPath(own)}>{NEAR.metro(`${own.name}, ${own.state}`)}</a>
              </h3>
              <p className="cities-figure">{CITIES.waiting(own.waiting)}</p>
              <p className="soft">{NEAR.places(own)}</p>
              <h4 className="cities-around">{NEAR.others}</h4>
              <ul className="cities-others">
                {others.map(({ id, name, state, waiting }) => (
                  <li key={id}>
                    <a href={cityPath({ name, state })}>{`${name}, ${state}`}</a>
                    <span>{CITIES.people(waiting)}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </Card>
    </div>
  );
}

/** A plain field in the prerendered page, which must not have inline styles; then the one with a list. */
function NearField({ error }: { readonly error: string | undefined }) {
  const frame = useRef<HTMLDivElement>(null);
  const [before, setBefore] = useState<{ readonly typed: string; readonly focused: boolean }>();
  const input = () => frame.current?.querySelector("input");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the app could listen
  useEffect(() => {
    setBefore({ typed: input()?.value ?? "", focused: input() === document.activeElement });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the field is replaced
  useEffect(() => {
    if (before?.focused) input()?.focus();
  }, [before]);
  const field = { label: NEAR.label, name: "near", error };
  return (
    <div ref={frame}>
      {before ? <CityField {...field} defaultValue={before.typed} /> : <Field {...field} />}
    </div>
  );
}
