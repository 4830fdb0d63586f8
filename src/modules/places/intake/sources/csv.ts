import { createReadStream } from "node:fs";
import { type Entry, textOf } from "../../../../core/files/csv-reader.ts";
import { FileError } from "../../../../core/files/file-error.ts";
import { missingColumns, openKept } from "../../../../core/files/list-maps.ts";
import { clearValues } from "../../import/clear-values.ts";
import { toOurFields } from "../../import/dialects.ts";
import { PLACE_LIST, placeList } from "../../import/list-fields.ts";
import { withCityAndState } from "./city-and-state.ts";
import { listDetails } from "./geojson.ts";
import type { ReadOptions, Source } from "./source.ts";

/** A CSV list of any program, such as the open data of a city. The number of a row is its line. */
export const csv: Source = { read, firstRow: 1, fieldsOf: toOurFields, detailsOf: listDetails };

async function* read(
  path: string,
  { gazetteer, map, db, onList }: ReadOptions,
): AsyncGenerator<readonly Entry[]> {
  const complete = (fields: Parameters<typeof toOurFields>[0]) =>
    withCityAndState(clearValues(toOurFields(fields)), gazetteer);
  const kind = { ...placeList(gazetteer), complete };
  const list = await openKept(db, PLACE_LIST, textOf(createReadStream(path)), kind, map);
  if (list.missing.length > 0) throw new FileError(missingColumns(list.missing));
  onList?.(list);
  yield* list.entries;
}
