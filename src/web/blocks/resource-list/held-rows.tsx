import { type MouseEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { focusFrom } from "../../lib/focus-from.ts";
import type { Held } from "../../lib/live/held.ts";
import { Button } from "../../ui/button/button.tsx";
import { HELD } from "./content.ts";

interface HeldRowsProps {
  readonly held: Held | null;
  readonly onShow: () => void;
}

/** Announces rows that are not shown yet. It floats over the list, so that nothing moves. */
export function HeldRows({ held, onShow }: HeldRowsProps) {
  const above = useRef<HTMLDivElement>(null);
  function show({ currentTarget }: MouseEvent): void {
    flushSync(onShow);
    focusFrom(currentTarget, above.current);
  }
  return (
    <div className="held-rows" role="status" ref={above} tabIndex={-1}>
      {held && (
        <Button className="button-tiny held-rows-show" onClick={show}>
          {HELD.label(held)}
        </Button>
      )}
    </div>
  );
}
