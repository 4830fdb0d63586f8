import { sql } from "drizzle-orm";
import { customType, text, timestamp } from "drizzle-orm/pg-core";
import { randomId } from "../shared/id.ts";
import { foldedText } from "./query/folded-text.ts";

/** A point in time with the precision of a JavaScript `Date`: milliseconds, with time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Primary key: an id of `randomId`, or of `orderedId` where a table gets many rows at once. */
export const id = () => text("id").primaryKey().$defaultFn(randomId);

/** When the row was inserted, by the clock of the database. */
export const createdAt = () => instant("created_at").notNull().defaultNow();

/** Text that is compared byte by byte: `like` costs a tenth of that with the collation of a language. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** The text in which a list is searched, generated from other columns as `foldText` does it. */
export const searchKey = (of: string) =>
  plainText("search_key").generatedAlwaysAs(sql.raw(`(${foldedText(of)}) collate "C"`));

/** JSON that can be a text or a number by itself: Drizzle's own `jsonb` parses such a text a second time. */
export const jsonValue = <Value>(name: string) =>
  customType<{ data: Value; driverData: unknown }>({
    dataType: () => "jsonb",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => value as Value, // parsed by every driver, and written through this column
  })(name);
