import { type ComponentType, useEffect, useRef, useState } from "react";

/** Focuses the notifications. */
const KEY = "F8";

/**
 * The toaster, loaded once the page is interactive, which it is without it; without a connection, once that is back. A
 * press of its key before that counts then.
 */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType<{ readonly onReady: () => void }> | null>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (Toaster) return;
    const ends = new AbortController();
    const { signal } = ends;
    const load = (): Promise<void> =>
      import("./toaster.tsx").then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => addEventListener("online", () => void load(), { once: true, signal }),
      );
    void load();
    document.addEventListener(
      "keydown",
      ({ code }) => {
        if (code === KEY) isPressed.current = true;
      },
      { signal },
    );
    return () => ends.abort();
  }, [Toaster]);
  function pressAgain(): void {
    if (isPressed.current)
      document.dispatchEvent(new KeyboardEvent("keydown", { code: KEY, key: KEY, bubbles: true }));
    isPressed.current = false;
  }
  return Toaster && <Toaster onReady={pressAgain} />;
}
