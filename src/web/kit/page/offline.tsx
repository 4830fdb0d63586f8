import { useOnline } from "../../lib/connection/use-online.ts";

const GONE = "The connection is gone. Your text is kept.";

/** A row above every page while the device is offline. The live region is always there, so that it is announced. */
export function OfflineNotice() {
  const online = useOnline();
  return <div aria-live="polite">{!online && <p className="offline-text">{GONE}</p>}</div>;
}
