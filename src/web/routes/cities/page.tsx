import { type FormEvent, useEffect, useRef, useState } from "react";
import { CITIES, CITIES_CARD, CITY_COLUMNS, HOW, NEAR } from "../../../copy/en/cities.ts";
import {
  ALL_METROS,
  CITY_NUMBERS,
  isShown,
  type PublicMetro,
} from "../../../modules/directory/cities/schema.ts";
import { number } from "../../../shared/format.ts";
import { Button, ButtonLink } from "../../kit/controls/button.tsx";
import { CityField } from "../../kit/form/city-field.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Card, ListCard } from "../../kit/page/card.tsx";
import { Page } from "../../kit/page/page.tsx";
import { EmptyState, Loaded } from "../../kit/page/states.tsx";
import { CityMap } from "../../kit/site/city-map.tsx";
import { Footer } from "../../kit/site/footer.tsx";
import { PublicBar } from "../../kit/site/top-bar.tsx";
import { type Column, Table } from "../../kit/table/table.tsx";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { refusalOf } from "../../lib/errors.ts";
import { textOf } from "../../lib/form.ts";

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
  const all = trpc.public.cities.list.useQuery({ limit: ALL_METROS });
  const shown = (all.data ?? []).filter(isShown);
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
          <p>
            {CITIES.withoutScripts} <a href={CITY_NUMBERS}>{CITIES.numbers}</a>
          </p>
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

interface MetroTableProps {
  readonly caption: string;
  readonly metros: readonly PublicMetro[];
}

const shown = (count: number | string): string => (typeof count === "number" ? number.format(count) : count);

const COLUMNS: readonly Column<PublicMetro>[] = [
  { head: CITY_COLUMNS.city, look: "main", cell: ({ name, state }) => `${name}, ${state}` },
  { head: CITY_COLUMNS.waiting, cell: ({ waiting }) => shown(waiting) },
  { head: CITY_COLUMNS.places, cell: ({ places }) => shown(places) },
  { head: CITY_COLUMNS.masjids, cell: ({ masjids }) => shown(masjids) },
  { head: CITY_COLUMNS.verified, cell: ({ verified }) => shown(verified) },
];

const MetroTable = ({ caption, metros }: MetroTableProps) => (
  <Table caption={caption} columns={COLUMNS} rows={metros} />
);

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
    <Card className="cities-near script-only">
      <form method="get" aria-label={NEAR.heading} noValidate onSubmit={show}>
        <h2>{NEAR.heading}</h2>
        <NearField error={error ?? failed ?? undefined} />
        <Button type="submit">{NEAR.submit}</Button>
      </form>
      <div aria-live="polite">
        {own && (
          <div className="cities-own">
            <h3>{NEAR.metro(`${own.name}, ${own.state}`)}</h3>
            <p className="cities-figure">{CITIES.waiting(own.waiting)}</p>
            <p className="soft">{NEAR.places(own)}</p>
            <h4 className="cities-around">{NEAR.others}</h4>
            <ul className="cities-others">
              {others.map(({ id, name, state, waiting }) => (
                <li key={id}>
                  <span>{`${name}, ${state}`}</span>
                  <span>{CITIES.people(waiting)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
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
