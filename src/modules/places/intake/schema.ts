import { z } from "zod";
import { mustBeOneOf } from "../../../shared/fields.ts";
import { FILE_SOURCES } from "../../../shared/places/sources.ts";

export const INTAKE_STATES = ["planned", "applied", "undone"] as const;
/** What a row of a file is to the directory; `unsure` may be a listed place, `gone` is missing from the file. */
export const OUTCOMES = ["new", "changed", "gone", "unsure"] as const;
export const MATCH_STATUSES = ["pending", "same", "different"] as const;

const n = z.number().int();
export const intakeCounts = z.object({ new: n, same: n, changed: n, gone: n, unsure: n, refused: n });
export type IntakeCounts = z.infer<typeof intakeCounts>;

/** `row` as in the file, from 1. */
export const refusedRow = z.object({ row: n, reason: z.string() });
export type RefusedRow = z.infer<typeof refusedRow>;

export const fileSource = z.enum(FILE_SOURCES, { error: mustBeOneOf("source", FILE_SOURCES) });
