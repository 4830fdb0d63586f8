import { useRef, useState } from "react";

/** Whether an action runs, and a function that runs one unless another one still does. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const going = useRef(false); // state is too late for the second click of a double click
  async function run(action: () => Promise<void>): Promise<void> {
    if (going.current) return;
    going.current = true;
    setBusy(true);
    await action().finally(() => {
      going.current = false;
      setBusy(false);
    });
  }
  return [busy, run] as const;
}

/** Runs each named action one at a time: a second click while it is in progress does nothing. */
export function useOnce() {
  const running = useRef(new Set<string>());
  return async <T>(name: string, action: () => Promise<T>): Promise<T | undefined> => {
    if (running.current.has(name)) return undefined;
    running.current.add(name);
    try {
      return await action();
    } finally {
      running.current.delete(name);
    }
  };
}
