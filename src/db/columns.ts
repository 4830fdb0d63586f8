import { text, timestamp } from "drizzle-orm/pg-core";
import { randomId } from "../shared/id.ts";

/** A point in time that a JavaScript `Date` holds exactly: milliseconds, with time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Primary key: a random id (see `randomId`). */
export const id = () => text("id").primaryKey().$defaultFn(randomId);

/** When the row was made, by the database's clock. */
export const createdAt = () => instant("created_at").notNull().defaultNow();

/** When the row last changed; whoever changes a row sets it. */
export const updatedAt = () => instant("updated_at").notNull().defaultNow();
