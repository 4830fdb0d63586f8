import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from "react";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { type TabId, tabElement } from "../search-params.ts";

interface QuestionButtonProps extends Pick<ComponentProps<typeof Button>, "look" | "aria-label"> {
  readonly words: Readonly<Record<"open" | "title" | "action" | "acting" | "cancel" | "failed", string>>;
  /** The title of the toast. */
  readonly done: string;
  readonly send: () => Promise<unknown>;
  /** Loads again what the change concerns, also after a refusal. */
  readonly reload: () => Promise<unknown>;
  /** The tab that gets the focus, because the button is gone once the change is made. */
  readonly tab: TabId;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  /** What the dialog says. */
  readonly children: ReactNode;
}

/** A button that asks before it changes what the partner has. */
export function QuestionButton({ words, done, send, reload, tab, ...props }: QuestionButtonProps) {
  const { buttonRef, children, ...button } = props;
  const [asks, setAsks] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  const opener = buttonRef ?? own;
  async function confirm(): Promise<void> {
    const isDone = await toastOutcome(send(), { done: { title: done }, failed: words.failed });
    setAsks(false);
    await reload();
    if (isDone) focusFrom(opener.current, tabElement(tab));
  }
  return (
    <>
      <Button {...button} className="button-small" ref={opener} onClick={() => setAsks(true)}>
        {words.open}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={words.title}
        action={words.action}
        acting={words.acting}
        cancel={words.cancel}
        onConfirm={confirm}
      >
        {children}
      </Confirm>
    </>
  );
}
