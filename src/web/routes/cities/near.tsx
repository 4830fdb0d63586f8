import { type FormEvent, useEffect, useRef, useState } from "react";
import { CityField } from "../../blocks/city-field/city-field.tsx";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form/form-text.ts";
import { refusalOf } from "../../lib/refusal.ts";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/card/card.tsx";
import { Field } from "../../ui/field/field.tsx";
import { CITIES, NEAR } from "./content.ts";

const SHOWN = 5;

/** The metro of the visitor's city, and those around it. */
export function Near() {
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
