import { type MouseEvent, useEffect, useState } from "react";
import { formatTime } from "../../../../../shared/format.ts";
import { Button } from "../../../../kit/page/button.tsx";
import { focusFrom } from "../../../../lib/focus.ts";
import { type Undoable, useUndo } from "./use-undo.ts";

interface UndoDecisionProps extends Undoable {
  readonly updatedAt: Date;
  readonly until: Date;
  readonly act: string;
}

/** Offers to undo the decision of a case until its time is over. */
export function UndoDecision({ until, updatedAt, act, ...about }: UndoDecisionProps) {
  const [sending, setSending] = useState(false);
  const undo = useUndo(about);
  const isOver = useIsOver(until);
  if (isOver) return null;
  async function press({ currentTarget: pressed }: MouseEvent<HTMLElement>): Promise<void> {
    const heading = pressed.closest(".case")?.querySelector<HTMLElement>("h2");
    setSending(true);
    await undo(updatedAt);
    setSending(false);
    focusFrom(pressed, heading);
  }
  return (
    <div className="decision-undo">
      <p className="soft">{`You can undo this until ${formatTime(until)}. A partner who was told already gets another email.`}</p>
      <Button look="quiet" className="button-small" disabled={sending} onClick={(event) => void press(event)}>
        {sending ? "Undoing..." : act}
      </Button>
    </div>
  );
}

function useIsOver(until: Date): boolean {
  const left = () => until.getTime() - Date.now();
  const [isOver, setIsOver] = useState(() => left() <= 0);
  const end = until.getTime();
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Math.max(0, end - Date.now()));
    return () => clearTimeout(timer);
  }, [end]);
  return isOver;
}
