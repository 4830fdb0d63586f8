import { type FormEventHandler, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Button, type ButtonProps } from "../../../../kit/page/button.tsx";

interface ReviewFormProps {
  /** Names the form, and heads it. */
  readonly title: string;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly submit: ReactNode;
  readonly look?: ButtonProps["look"];
  readonly sending: boolean;
  /** Closes the form, as Escape does; without it there is no such button. */
  readonly cancel?: { readonly label: string; readonly onCancel: () => void };
  /** Selects the control that takes the focus when the form opens, and again when this changes. */
  readonly focusOn?: string;
  readonly children: ReactNode;
}

/** A form about a case, with its heading and its row of buttons. */
export function ReviewForm({ title, onSubmit, cancel, focusOn, children, ...end }: ReviewFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focusOn === undefined) return;
    form.current?.querySelector<HTMLElement>(focusOn)?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "nearest" });
  }, [focusOn]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !cancel) return;
    event.preventDefault();
    cancel.onCancel();
  }
  return (
    <form
      ref={form}
      className="decision"
      aria-label={title}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <h3>{title}</h3>
      {children}
      <div className="dialog-actions">
        {cancel && (
          <Button look="quiet" onClick={cancel.onCancel}>
            {cancel.label}
          </Button>
        )}
        <Button type="submit" look={end.look ?? "primary"} disabled={end.sending}>
          {end.submit}
        </Button>
      </div>
    </form>
  );
}
