import type { OwnReport, StaffReport } from "./schema.ts";
import type { placeReports } from "./table.ts";

export type ReportRow = typeof placeReports.$inferSelect;

export interface PlaceFacts {
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
}

/** A case as staff see it. */
export function staffReport(row: ReportRow, place: PlaceFacts | undefined, now: Date): StaffReport {
  return {
    ...row,
    ...caseFacts(row),
    placeName: place?.name ?? "",
    city: place?.city ?? "",
    state: place?.state ?? "",
    ownerName: place?.ownerName ?? null,
    wantsOutcome: row.email !== null,
    dueBy: row.dueAt,
    late: row.closedAt === null && row.dueAt < now,
    closableFrom: waitsForOwner(row, place?.ownerId ?? null, now) ? row.replyBy : null,
  };
}

const caseFacts = ({ closedAt, createdAt }: ReportRow) => ({
  status: closedAt === null ? ("open" as const) : ("closed" as const),
  openedAt: createdAt,
});

/** Whether the owner can still reply before staff may close the case. */
export const waitsForOwner = (
  { replyBy, repliedAt, closedAt }: ReportRow,
  ownerId: string | null,
  now: Date,
): boolean =>
  closedAt === null && ownerId !== null && replyBy !== null && repliedAt === null && now <= replyBy;

/** A case as the owner sees it: once it is closed, what is published. */
export function ownReport(row: ReportRow, placeName: string): OwnReport {
  const { closedAt, text, shownText, reply, shownReply } = row;
  const isOpen = closedAt === null;
  return {
    ...row,
    ...caseFacts(row),
    placeName,
    text: isOpen ? text : (shownText ?? ""),
    reply: isOpen ? reply : (shownReply ?? ""),
  };
}
