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
