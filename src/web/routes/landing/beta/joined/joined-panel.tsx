import { type ComponentProps, useId, useState } from "react";
import type { Joined } from "../../../../../modules/waitlist/schema.ts";
import { JOINED } from "../../../../blocks/joined/content.ts";
import { JoinedFacts, JoinedLink, JoinedPart } from "../../../../blocks/joined/joined-facts.tsx";
import { toastError } from "../../../../lib/toast/toast-error.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { CityForm } from "./city-form.tsx";
import { CorrectForm } from "./correct-form.tsx";
import { PassOn } from "./pass-on.tsx";

interface JoinedPanelProps {
  readonly joined: Joined;
  readonly onChange: (joined: Joined | null) => void;
  readonly onDismiss: () => Promise<void>;
}

/** The place of the person who joined last in this browser; the form above it stays ready for others. */
export function JoinedPanel({ joined, onChange, onDismiss }: JoinedPanelProps) {
  const heading = useId();
  const { firstName, email, isBetaTester, city, link, correctableUntil } = joined;
  return (
    <section className="joined" aria-labelledby={heading}>
      <h3 id={heading}>
        {JOINED.heading}, <bdi>{firstName}</bdi>
      </h3>
      <JoinedFacts email={email} isBetaTester={isBetaTester} city={city} />
      {correctableUntil !== null && (
        <Part key={email} title={JOINED.correct} note={JOINED.correctNote}>
          <CorrectForm onChange={onChange} />
        </Part>
      )}
      <Part
        key={`city of ${city}`}
        title={city === null ? JOINED.addCity : JOINED.changeCity}
        note={JOINED.cityNote}
      >
        <CityForm city={city} onChange={onChange} />
      </Part>
      <JoinedLink link={link} />
      <div className="joined-actions">
        <PassOn link={link} />
        <Button
          look="text"
          onClick={() => void onDismiss().catch((error: unknown) => toastError(JOINED.failed, error))}
        >
          {JOINED.dismiss}
        </Button>
      </div>
    </section>
  );
}

/** The form is there only while it is shown: fields with its names are in the card's own form, too. */
function Part({ children, ...part }: Omit<ComponentProps<typeof JoinedPart>, "onToggle">) {
  const [open, setOpen] = useState(false);
  return (
    <JoinedPart {...part} onToggle={setOpen}>
      {open && children}
    </JoinedPart>
  );
}
