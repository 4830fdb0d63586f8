import type { z } from "zod";
import type { staffPlace } from "../../../../modules/places/schema.ts";

export type SyncState = z.output<typeof staffPlace>["syncState"];

export const SYNC_NAMES = { pending: "Pending", synced: "Synced", error: "Failed" } as const satisfies Record<
  SyncState,
  string
>;
export const SYNC_TONES = { pending: "plain", synced: "good", error: "bad" } as const satisfies Record<
  SyncState,
  string
>;
