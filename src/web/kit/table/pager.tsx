import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { number } from "../../../shared/format.ts";
import type { PageSteps, Step as To } from "../../lib/list.ts";
import { Button } from "../controls/button.tsx";

interface PagerProps {
  readonly label: string;
  readonly total: number;
  /** Whether there are more than `total`, which were not counted. */
  readonly isMore?: boolean;
  readonly steps: PageSteps;
  readonly onStep: (to: To) => void;
  /** The rows are still those of another page, so that the next step is not known. */
  readonly busy: boolean;
  /** Sums of all rows. */
  readonly children?: ReactNode;
}

const FEW_PAGES = 2; // which the steps alone reach
/** Which rows are shown of how many, and the steps to other pages. */
export function Pager({ label, total, isMore = false, steps, onStep, busy, children }: PagerProps) {
  const all = isMore ? `${number.format(total)}+` : number.format(total);
  // From the end of a list that was not counted, no one knows how many rows come before.
  const rows =
    isMore && steps.fromEnd ? "" : `${number.format(steps.first)}–${number.format(steps.last)} of `;
  const span = rows + all;
  return (
    <nav className="pager" aria-label={label}>
      <p className="pager-span" aria-live="polite">
        {span}
      </p>
      {children}
      {steps.pages > FEW_PAGES && !(isMore && steps.fromEnd) && (
        <PageField
          page={steps.page}
          pages={steps.pages}
          isMore={isMore}
          onPage={(page) => onStep(steps.toPage(page))}
        />
      )}
      {!isAlone(steps) && (
        <div className="pager-steps">
          <Step name="First" to={busy ? null : steps.toFirst} onStep={onStep} />
          <Step name="Previous" to={busy ? null : steps.toPrevious} onStep={onStep} />
          <Step name="Next" to={busy ? null : steps.toNext} onStep={onStep} />
          <Step name="Last" to={busy ? null : steps.toLast} onStep={onStep} />
        </div>
      )}
    </nav>
  );
}

/** The list fits on one page. */
const isAlone = ({ toFirst, toPrevious, toNext, toLast }: PageSteps): boolean =>
  !(toFirst || toPrevious || toNext || toLast);

interface StepProps {
  readonly name: string;
  readonly to: To | null;
  readonly onStep: (to: To) => void;
}

/** It stays focusable without a page to go to: a disabled button would drop the focus to the top of the page. */
function Step({ name, to, onStep }: StepProps) {
  return (
    <Button
      look="quiet"
      className="button-tiny pager-step"
      aria-disabled={to === null}
      onClick={() => to && onStep(to)}
    >
      {name}
    </Button>
  );
}

interface PageFieldProps {
  readonly page: number;
  readonly pages: number;
  /** Whether there are more than `pages`, which were not counted. */
  readonly isMore: boolean;
  readonly onPage: (page: number) => void;
}

/** The number of the page that is shown; Enter opens the page that was typed. */
function PageField({ page, pages, isMore, onPage }: PageFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // A new field for each page would drop the focus to the top of the page.
  useEffect(() => {
    if (field.current) field.current.value = String(page);
  }, [page]);
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (!field.current) return;
    const typed = Number(field.current.value.replace(/\D/g, ""));
    const wanted = typed === 0 ? page : isMore ? typed : Math.min(typed, pages);
    field.current.value = String(wanted);
    if (wanted !== page) onPage(wanted);
  };
  return (
    <form className="pager-page" onSubmit={open}>
      <label htmlFor={id}>Page</label>
      <input
        id={id}
        ref={field}
        defaultValue={page}
        inputMode="numeric"
        maxLength={9}
        size={String(pages).length + 1}
        autoComplete="off"
        enterKeyHint="go"
      />
      of {number.format(pages)}
      {isMore && "+"}
    </form>
  );
}
