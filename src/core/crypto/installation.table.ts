import { pgTable, text } from "drizzle-orm/pg-core";

/** Facts about this installation itself, such as the keyed hash that identifies its SECRET_KEY. */
export const installation = pgTable("installation", {
  name: text().primaryKey(),
  value: text().notNull(),
});
