import { BACKGROUND_HEADER } from "../../../shared/background.ts";
import { minutes } from "../../../shared/duration.ts";

const ACTIVE_FOR = minutes(1);

let touchedAt = Date.now();

function touch(): void {
  touchedAt = Date.now();
}

if (typeof document !== "undefined") {
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"]) {
    addEventListener(event, touch, { capture: true, passive: true });
  }
}

/** For calls that a page makes by itself: they must not keep the session of a person who has left alive. */
export const backgroundHeader = (): Record<string, string> =>
  Date.now() - touchedAt > ACTIVE_FOR ? { [BACKGROUND_HEADER]: "true" } : {};
