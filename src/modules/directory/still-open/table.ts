import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "../../../db/columns.ts";
import { poiReference } from "../../places/public.ts";
import { ANSWER_SOURCES, ANSWERS } from "./schema.ts";

/** Who said on which day whether a place is still open; the newest answer of a person and day. */
export const placeOpenAnswers = pgTable(
  "place_open_answers",
  {
    id: id(),
    poiId: poiReference("cascade").notNull(),
    answer: text({ enum: ANSWERS }).notNull(),
    source: text({ enum: ANSWER_SOURCES }).notNull(),
    /** A keyed hash of the place, the day and the person, so that days and places cannot be linked; null after the day. */
    person: text(),
    at: instant("at").notNull(),
  },
  (table) => [
    uniqueIndex("place_open_answers_person").on(table.person),
    index("place_open_answers_place").on(table.poiId, table.at),
    index("place_open_answers_at").on(table.at),
  ],
);
