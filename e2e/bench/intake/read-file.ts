import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { createOSMStream } from "osm-pbf-parser-node";
import { createGazetteer } from "../../../src/modules/places/gazetteer/gazetteer.ts";
import { readSource } from "../../../src/modules/places/intake/sources/read-source.ts";
import { FILE_SOURCES, type FileSource } from "../../../src/shared/places/sources.ts";

const COLUMNS = {
  overture:
    "id geometry bbox names categories basic_category taxonomy addresses phones websites operating_status sources",
  foursquare:
    "fsq_place_id name latitude longitude geom address locality region postcode country date_closed tel website fsq_category_labels",
} as const;

/** How many rows of the file become rows of ours. */
async function ours(source: FileSource, path: string): Promise<number> {
  let rows = 0;
  for await (const batch of readSource(source, path, { gazetteer: createGazetteer() }))
    for (const row of batch) if ("place" in row) rows += 1;
  return rows;
}

/** How many rows the library for such files decodes, which nothing is done with. */
async function library(source: FileSource, path: string): Promise<number> {
  let rows = 0;
  switch (source) {
    case "overture":
    case "foursquare": {
      const file = await asyncBufferFromFile(path);
      const metadata = await parquetMetadataAsync(file);
      const columns = COLUMNS[source].split(" ");
      for (const group of metadata.row_groups) {
        const rowEnd = rows + Number(group.num_rows);
        const decoded = await parquetReadObjects({
          file,
          metadata,
          columns,
          compressors,
          rowStart: rows,
          rowEnd,
        });
        rows += decoded.length;
      }
      return rows;
    }
    case "osm":
      for await (const item of createOSMStream(path, { withTags: true, withInfo: false }))
        if ("type" in item) rows += 1;
      return rows;
    case "csv":
      for await (const _ of createReadStream(path).pipe(parse({ columns: true }))) rows += 1;
      return rows;
    default:
      return JSON.parse(await Bun.file(path).text()).features.length;
  }
}

const LOOK_EVERY = 1; // milliseconds

/** The most memory that this process had, in bytes. What the system says of a child counts its parent's too. */
const mostMemory = async (): Promise<number> =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(await Bun.file("/proc/self/status").text())?.[1] ?? 0) * 1_024;

/** Prints the rows, the seconds of the processor, the longest time in which nothing else had a turn, in milliseconds, and the memory. */
async function main([by = "", name = "", path = ""]: readonly string[]): Promise<void> {
  const source = FILE_SOURCES.find((each) => each === name);
  if (!source) throw new Error(`There is no source ${name}.`);
  let [last, longest] = [performance.now(), 0];
  const look = setInterval(() => {
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
  }, LOOK_EVERY);
  const began = process.cpuUsage();
  const rows = await (by === "ours" ? ours : library)(source, path);
  const { user, system } = process.cpuUsage(began);
  const seconds = (user + system) / 1e6;
  clearInterval(look);
  const memory = await mostMemory();
  console.log(
    JSON.stringify({ rows, seconds, longest: Math.max(longest, performance.now() - last), memory }),
  );
}

await main(process.argv.slice(2));
