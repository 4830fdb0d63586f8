import type { TrashKind } from "../../../shared/trash/trash-kinds.ts";

export const KIND_NAMES: Readonly<Record<TrashKind, string>> = {
  signup: "Signup",
  inquiry: "Inquiry",
  quarantine: "Quarantined submission",
  partner: "Partner",
  broadcast: "Broadcast",
  place: "Place",
};

export const RESTORE = {
  action: "Restore",
  done: (kind: TrashKind) => `${KIND_NAMES[kind]} restored`,
  failed: "Failed to restore",
} as const;
