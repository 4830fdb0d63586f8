import { useCallback, useRef, useState } from "react";

export interface Wait {
  readonly isOpen: boolean;
  /** Resolves to what `settle` is called with; the same promise for all that wait at once. */
  readonly begin: () => Promise<boolean>;
  readonly settle: (outcome: boolean) => void;
}

/** Something that the user has to do before calls can go on. */
export function useWait(): Wait {
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null);
  const begin = useCallback(() => {
    waiting.current ??= Promise.withResolvers<boolean>();
    setIsOpen(true);
    return waiting.current.promise;
  }, []);
  const settle = useCallback((outcome: boolean) => {
    setIsOpen(false);
    waiting.current?.resolve(outcome);
    waiting.current = null;
  }, []);
  return { isOpen, begin, settle };
}
