import { useSyncExternalStore } from "react";

export const GONE = "The connection is gone. Your text is kept.";

/** A row above every page while the device is offline. The live region is always there, so that it is announced. */
export function OfflineNotice() {
  const online = useOnline();
  return <div aria-live="polite">{!online && <p className="offline-text">{GONE}</p>}</div>;
}

/** Whether the device has a connection, as far as the browser knows. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine, prerendered);

function subscribe(onChange: () => void): () => void {
  const ends = new AbortController();
  for (const event of ["online", "offline"]) addEventListener(event, onChange, { signal: ends.signal });
  return () => ends.abort();
}

const prerendered = () => true;
