import { useSyncExternalStore } from "react";

/** Whether the device has a connection, as far as the browser knows. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine, prerendered);

function subscribe(onChange: () => void): () => void {
  const ends = new AbortController();
  for (const event of ["online", "offline"]) addEventListener(event, onChange, { signal: ends.signal });
  return () => ends.abort();
}

const prerendered = () => true;
