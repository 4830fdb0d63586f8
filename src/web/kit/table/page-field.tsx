import { type FormEvent, useEffect, useId, useRef } from "react";
import { number } from "../../../shared/format.ts";

interface PageFieldProps {
  readonly page: number;
  readonly pages: number;
  /** Whether there are more than `pages`, which were not counted. */
  readonly isMore: boolean;
  readonly onPage: (page: number) => void;
}

/** The number of the page that is shown; Enter opens the page that was typed. */
export function PageField({ page, pages, isMore, onPage }: PageFieldProps) {
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
