import { days, minutes } from "../../shared/duration.ts";
import type { ModelLinkKind, Slot } from "./records.ts";

/** An address is mailed a link of a kind once in ten minutes and five times a day. */
export class MailLimit {
  readonly #slots = new Map<string, Slot>();

  /** Undefined if the address was mailed too recently or too often. */
  take(now: number, kind: ModelLinkKind, address: number, unlimited = false): Slot | undefined {
    const key = `${kind}:${address}`;
    const slot = this.#slots.get(key);
    if (!slot) {
      const first = { last: now, dayStart: now, issued: 1, link: null };
      this.#slots.set(key, first);
      return first;
    }
    const isNewDay = slot.dayStart <= now - days(1);
    const isTooSoon = slot.last > now - minutes(10) || (!isNewDay && slot.issued >= 5);
    if (isTooSoon && !unlimited) return undefined;
    slot.last = now;
    slot.issued = isNewDay ? 1 : slot.issued + 1;
    if (isNewDay) slot.dayStart = now;
    return slot;
  }
}
