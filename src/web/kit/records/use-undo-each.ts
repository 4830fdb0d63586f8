import { useRef } from "react";
import { messageOf } from "../../lib/errors.ts";
import { toast } from "../../lib/toast.ts";
import { BULK } from "./bulk.ts";

interface UndoEach<Changed> {
  /** Changes one record back. Refused with 409 if it has changed since. */
  readonly back: (changed: Changed) => Promise<unknown>;
  readonly refresh: () => Promise<unknown>;
}

/** Keeps what each act changed, so that it can be changed back where no one has changed it since. */
export function useUndoEach<Changed>({ back, refresh }: UndoEach<Changed>) {
  const kept = useRef(new Map<string, readonly Changed[]>());
  async function undo(changed: readonly Changed[]): Promise<void> {
    let refused: unknown = null;
    let failed = 0;
    for (const each of changed)
      await back(each).catch((error: unknown) => {
        refused = error;
        failed += 1;
      });
    const why = messageOf(refused);
    toast({
      title: failed < changed.length ? BULK.undone(changed.length - failed) : BULK.notUndone(failed),
      ...(failed > 0 && { variant: "destructive" as const }),
      ...(failed > 0 && { description: [BULK.notUndone(failed), why].filter(Boolean).join(". ") }),
    });
    await refresh();
  }
  return {
    keep(actId: string, changed: readonly Changed[]): void {
      kept.current.set(actId, [...(kept.current.get(actId) ?? []), ...changed]);
    },
    undoOf(actId: string): (() => Promise<void>) | null {
      const changed = kept.current.get(actId) ?? [];
      return changed.length === 0 ? null : () => undo(changed);
    },
  } as const;
}
