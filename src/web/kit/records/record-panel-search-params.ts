import { z } from "zod";
import { typedText } from "../../lib/list/use-search-params.ts";

/** `open` is the id of the record that is shown next to its list. */
const openRecord = z.object({ open: typedText });

/** The URL of a screen whose list opens records. */
export const withOpenRecord = <Schema extends z.ZodType>(list: Schema) => z.intersection(list, openRecord);

export const openRecordOf = (search: unknown): string | undefined => openRecord.catch({}).parse(search).open;
