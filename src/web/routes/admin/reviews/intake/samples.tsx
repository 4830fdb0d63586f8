import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { sampledCities, samplePage } from "../../../../../modules/places/intake/precision/schema.ts";
import { CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { useShortcuts } from "../../../../kit/commands/use-shortcuts.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { Field } from "../../../../kit/form/field.tsx";
import { ListCard } from "../../../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../../../kit/page/states.tsx";
import { Pick } from "../../../../kit/table/toolbar.tsx";
import { WebsiteLink } from "../../../../kit/text/address-links.tsx";
import { Facts } from "../../../../kit/text/facts.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form.ts";
import { toastError } from "../../../../lib/toast.ts";
import { useBusy } from "../../../../lib/use-busy.ts";
import { placeText, positionText, SearchLinks } from "../case/case.tsx";
import { DecisionFoot } from "../case/decision.tsx";

type Sample = z.output<typeof samplePage>["items"][number];
type City = z.output<typeof sampledCities>[number];

/** Random rows of files of places, checked one by one without knowing their source. */
export function CheckPlaces() {
  const cities = trpc.admin.reviews.samples.cities.useQuery();
  const [chosen, setChosen] = useState("");
  return (
    <ListCard title="Check places">
      <Loaded query={cities} failed="The places could not be loaded" rows={6}>
        {(all) => {
          const city = all.find(({ id }) => id === chosen) ?? all[0];
          if (!city)
            return (
              <EmptyState title="Every place is checked">
                A random sample of each new file of places appears here.
              </EmptyState>
            );
          return (
            <>
              <div className="samples-head">
                <Pick
                  label="City"
                  value={city.id}
                  onChange={({ currentTarget: { value } }) => setChosen(value)}
                >
                  {all.map(({ id, name, state, checked, of }) => (
                    <option key={id} value={id}>{`${name}, ${state} (${of - checked})`}</option>
                  ))}
                </Pick>
                <p role="status">{`${city.checked} of ${city.of} checked`}</p>
              </div>
              <Samples key={city.id} city={city} />
            </>
          );
        }}
      </Loaded>
    </ListCard>
  );
}

const AT_ONCE = 20;

/** The places of a city one at a time. */
function Samples({ city }: { readonly city: City }) {
  const input = { city: city.id, limit: AT_ONCE };
  const waiting = trpc.admin.reviews.samples.list.useQuery(input);
  const [checked, setChecked] = useState<readonly Sample[]>([]);
  const [again, setAgain] = useState<Sample | null>(null);
  const last = checked.at(-1);
  return (
    <Loaded query={waiting} failed="The places could not be loaded" rows={6}>
      {({ items }) => {
        const shown = again ?? items.find(({ id }) => !checked.some((each) => each.id === id));
        if (!shown) return null; // until more are loaded
        return (
          <CheckedPlace
            key={shown.id}
            sample={shown}
            onBack={last && !again ? () => setAgain(last) : null}
            onChecked={() => {
              setChecked([...checked, shown]);
              setAgain(null);
            }}
          />
        );
      }}
    </Loaded>
  );
}

interface CheckedPlaceProps {
  readonly sample: Sample;
  /** Shows the one before again; null if there is none. */
  readonly onBack: (() => void) | null;
  readonly onChecked: () => void;
}

function CheckedPlace({ sample, onBack, onChecked }: CheckedPlaceProps) {
  const { id, name, address, city, state, zipCode, phone, website, category, subcategory } = sample;
  const [isWrong, setWrong] = useState(false);
  const [busy, answer] = useAnswer(id, onChecked);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useCheckKeys({ isWrong, setWrong, answer, onBack });
  return (
    <article aria-label="Place to check">
      <div className="samples-place">
        <h3 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h3>
        <Facts
          facts={[
            ["Address", placeText(address, city, `${state} ${zipCode}`.trim())],
            ["Category", placeText(CATEGORY_NAMES[category], subcategory)],
            ["Phone", phone],
            ["Website", website && <WebsiteLink address={website} />],
            ["Position", positionText(sample)],
          ]}
        />
        <SearchLinks place={sample} />
        <p className="soft">
          Right means the place is at this address, is open, and everything shown is true. Missing details
          don't count.
        </p>
        {isWrong && (
          <WrongForm busy={busy} onCancel={() => setWrong(false)} onSend={(why) => void answer(false, why)} />
        )}
      </div>
      {!isWrong && (
        <DecisionFoot>
          <Button disabled={busy} onClick={() => void answer(true)} aria-keyshortcuts="y">
            It is right
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => setWrong(true)} aria-keyshortcuts="n">
            It is wrong
          </Button>
          {onBack && (
            <Button look="text" disabled={busy} onClick={onBack} aria-keyshortcuts="u">
              Previous place
            </Button>
          )}
        </DecisionFoot>
      )}
    </article>
  );
}

interface CheckKeys extends Pick<CheckedPlaceProps, "onBack"> {
  readonly isWrong: boolean;
  readonly setWrong: (isWrong: boolean) => void;
  readonly answer: (right: boolean) => Promise<void>;
}

function useCheckKeys({ isWrong, setWrong, answer, onBack }: CheckKeys): void {
  useShortcuts(
    new Map<string, (event: KeyboardEvent) => unknown>([
      ["y", (event) => !event.repeat && !isWrong && void answer(true)],
      [
        "n",
        (event) => {
          event.preventDefault(); // the letter must not be typed into the field that opens
          setWrong(true);
        },
      ],
      ["u", () => onBack?.()],
      ["Escape", () => setWrong(false)],
    ]),
    SHORTCUTS,
  );
}

const SHORTCUTS = [
  ["y", "the place is right"],
  ["n", "the place is wrong"],
  ["u", "previous place"],
] as const;

interface WrongFormProps {
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onSend: (why: string) => void;
}

/** What is wrong, for the report; it can stay empty. */
function WrongForm({ busy, onCancel, onSend }: WrongFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSend(textOf(new FormData(event.currentTarget), "why"));
  }
  return (
    <form ref={form} className="samples-wrong" aria-label="It is wrong" noValidate onSubmit={send}>
      <Field
        label="What is wrong (optional)"
        name="why"
        maxLength={200}
        placeholder="Closed, moved, another name…"
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
      />
      <div className="samples-answers">
        <Button type="submit" disabled={busy}>
          {busy ? "Saving..." : "It is wrong"}
        </Button>
        <Button look="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Saves one answer at a time; the next place is shown once it is saved. */
function useAnswer(id: string, onChecked: () => void) {
  const send = trpc.admin.reviews.samples.answer.useMutation();
  const { samples } = trpc.useUtils().admin.reviews;
  const [busy, run] = useBusy();
  const answer = (right: boolean, why = "") =>
    run(async () => {
      try {
        await send.mutateAsync({ id, right, why });
        onChecked();
      } catch (error) {
        toastError("The answer was not saved", error);
      }
      await samples.invalidate();
    });
  return [busy, answer] as const;
}
