import { DomainError } from "../../shared/errors.ts";
import { EARLIEST, LATEST } from "../../shared/listing.ts";

/** The end of a page: the sorted value and the id of its last row. */
export interface Position {
  readonly value: Date | string;
  readonly id: string;
}

/** Opaque to callers: base64url of JSON. */
export const cursorOf = ({ value, id }: Position): string =>
  Buffer.from(JSON.stringify([value instanceof Date ? value.getTime() : value, id])).toString("base64url");

/** Throws `DomainError` 400 on a cursor that is malformed or from a list with another sorting. */
export function positionOf(cursor: string, kind: "time" | "text"): Position {
  const [value, id] = readCursor(cursor);
  if (typeof id !== "string" || id.includes("\0")) throw notACursor();
  if (kind === "text" && typeof value === "string" && !value.includes("\0")) return { value, id };
  if (kind === "time" && Number.isSafeInteger(value)) {
    const time = new Date(Number(value));
    if (time >= EARLIEST && time <= LATEST) return { value: time, id };
  }
  throw notACursor();
}

function readCursor(cursor: string): readonly unknown[] {
  try {
    const read = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown;
    return Array.isArray(read) ? read : [];
  } catch {
    throw notACursor();
  }
}

const notACursor = () =>
  new DomainError("invalid", "This cursor is not one of ours", { fields: { cursor: "Not a cursor" } });
