import { sql } from "drizzle-orm";
import { customType, text, timestamp } from "drizzle-orm/pg-core";
import { randomId } from "../shared/id.ts";

/** A point in time that a JavaScript `Date` holds exactly: milliseconds, with time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Primary key: a random id (see `randomId`). */
export const id = () => text("id").primaryKey().$defaultFn(randomId);

/** When the row was made, by the database's clock. */
export const createdAt = () => instant("created_at").notNull().defaultNow();

/** Text that is compared byte by byte: `like` on it costs a tenth of what a language's own order does. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** What a list is searched in, made by the database from other columns: lower case, one text. */
export const searchKey = (of: string) =>
  plainText("search_key").generatedAlwaysAs(sql.raw(`lower(${of}) collate "C"`));
