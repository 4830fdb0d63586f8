import { and, inArray, not, type SQL, sql } from "drizzle-orm";
import { type CsvField, csvHeader, csvLineSql, csvTextSql } from "../../core/files/csv.ts";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Database } from "../../db/client.ts";
import { arrayLiteral } from "../../db/query/array-literal.ts";
import { FACT_SOURCES, factsOfCategory } from "../../shared/places/facts.ts";
import type { Category } from "../../shared/places/places.ts";
import { FILE_SOURCES, type FileSource, SOURCE_TERMS } from "../../shared/places/sources.ts";
import { record } from "../audit/public.ts";
import { placeSources } from "./intake/table.ts";
import type { EXPORT_FORMATS } from "./schema.ts";
import { placesMatching } from "./staff-list/queries.ts";
import type { ExportInput } from "./staff-list/schema.ts";
import { currentPois } from "./table.ts";

const STRENGTHS = FACT_SOURCES.map((source, n) => `when '${source}' then ${n}`).join(" ");

const keysOf = (category: Category): string => `'{${factsOfCategory(category).join(",")}}'::text[]`;
const KEYS = `case when category = 'mosque' then ${keysOf("mosque")} else ${keysOf("restaurant")} end`;

/**
 * SQL: the facts that count of the row of `current_pois`, as an import reads them. Those that its category does not have any more
 * are left out.
 */
const CURRENT_FACTS = `(select coalesce(json_object_agg(f.key, f.value), '{}') from (
  select distinct on (n.key) n.key, n.value from (
    select distinct on (key, source) key, source, value from place_facts where poi_id = current_pois.id and key = any(${KEYS})
    order by key, source, seq desc) n
  where n.value is not null order by n.key, case n.source ${STRENGTHS} end) f)`;

type Format = (typeof EXPORT_FORMATS)[number];

const PAGE = 2_000; // places

/** The text fields of an exported place, in order, and their columns. */
const TEXTS = [
  ["placeId", "place_id"],
  ["name", "name"],
  ["address", "address"],
  ["city", "city"],
  ["state", "state"],
  ["zipCode", "zip_code"],
  ["phone", "phone"],
  ["website", "website"],
  ["category", "category"],
  ["subcategory", "subcategory"],
  ["halalCertificate", "halal_certificate"],
  ["halalVerificationStatus", "halal_verification_status"],
] as const;

/** SQL: whose words the fields of the row of `current_pois` are, and which files have the place. */
const SOURCES = `(select s.source from (
  select distinct coalesce(w.value->>'source', w.value->>'by') as source from jsonb_each(current_pois.said) w
  union select source from place_sources where poi_id = current_pois.id) s order by s.source)`;

const csvNumber =
  (column: string): CsvField =>
  (before) =>
    `'${before}"' || coalesce(to_json(${column})::text, '')`;

const PROPERTIES = `json_build_object(${TEXTS.map(([name, column]) => `'${name}', ${column}`).join(", ")}, 'facts', ${CURRENT_FACTS},
  'sources', array${SOURCES})`;
const POINT = `case when latitude is null then null
  else json_build_object('type', 'Point', 'coordinates', json_build_array(longitude, latitude)) end`;

const LINES: Readonly<Record<Format, string>> = {
  csv: csvLineSql([
    ...TEXTS.map(([, column]) => csvTextSql(column, { reversible: true })),
    ...["latitude", "longitude"].map(csvNumber),
    csvTextSql(`array_to_string(array${SOURCES}, ' ')`),
  ]),
  jsonl: `(${PROPERTIES}::jsonb || jsonb_build_object('latitude', latitude, 'longitude', longitude))::text || E'\\n'`,
  geojson: `json_build_object('type', 'Feature', 'geometry', ${POINT}, 'properties', ${PROPERTIES})::text`,
};

/** The foreign members say what has to be said wherever rows of these sources are handed on. */
const geojsonHead = (sources: readonly FileSource[]): string => {
  if (sources.length === 0) return '{"type":"FeatureCollection","features":[\n';
  const licenses = sources.map((source) => {
    const { name, license, licenseUrl, attribution, isShareAlike } = SOURCE_TERMS[source];
    return { source, name, license, url: licenseUrl, attribution, shareAlike: isShareAlike };
  });
  const head = JSON.stringify({ type: "FeatureCollection", attribution: attributionOf(sources), licenses });
  return `${head.slice(0, -1)},"features":[\n`;
};

const attributionOf = (sources: readonly FileSource[]): string =>
  sources.map((source) => SOURCE_TERMS[source].attribution).join("; ");

const GEOJSON_TAIL = "\n]}\n";

const HEADER = "X-Attribution";

/**
 * The places that the filters let through, in an import format and in order of creation, with their sources. Records the
 * export.
 */
export async function exportPlaces(
  ctx: ActionContext<StaffActor>,
  { format, ids, source, withoutSource, ...filters }: ExportInput,
) {
  const { db } = ctx.deps;
  const set = Object.entries(filters).filter(
    ([, value]) => value !== "" && value !== null && value !== undefined,
  );
  const sources = { ...(source && { source }), ...(withoutSource && { withoutSource }) };
  const after = { format, ...Object.fromEntries(set), ...sources, ...(ids && { selected: ids.length }) };
  await db.transaction((tx) => record(tx, ctx, { subject: null, after }));
  const where = and(
    ids && inArray(currentPois.id, ids),
    source && isFrom(source),
    withoutSource && not(isFrom(withoutSource)),
    await placesMatching(ctx.deps, filters),
  );
  const listed = (await listedSources(db)).filter((each) => each !== withoutSource);
  const attribution = attributionOf(listed);
  if (attribution !== "") ctx.call.responseHeaders.set(HEADER, attribution.replaceAll("©", "(c)")); // ASCII
  return textOf(db, { format, where, head: geojsonHead(listed) });
}

/** SQL: whether a source has words in the row of `current_pois`, or has the place. */
const isFrom = (source: FileSource): SQL => sql`(
  jsonb_path_exists(${currentPois.said}, '$.*.source ? (@ == $source)', jsonb_build_object('source', ${source}::text))
  or exists (select from ${placeSources} where ${placeSources.poiId} = ${currentPois.id} and ${placeSources.source} = ${source}))`;

/** The sources of which files were taken, as one look into the index each. */
async function listedSources({ orm }: Pick<Database, "orm">): Promise<readonly FileSource[]> {
  const { rows } = await orm.execute<{ source: FileSource }>(sql`
    select s.source from unnest(${arrayLiteral(FILE_SOURCES)}::text[]) with ordinality s(source, n)
    where exists (select from ${placeSources} where ${placeSources.source} = s.source) order by s.n`);
  return rows.map(({ source }) => source);
}

interface Asked {
  readonly format: Format;
  readonly where: SQL | undefined;
  /** Of a GeoJSON file. */
  readonly head: string;
}

/** Reads one page at a time, so that memory use does not depend on the number of places. */
async function* textOf(
  { orm }: Pick<Database, "orm">,
  { format, where = sql`true`, head }: Asked,
): AsyncGenerator<string> {
  const between = format === "geojson" ? ",\n" : "";
  if (format === "csv") yield csvHeader([...TEXTS.map(([name]) => name), "latitude", "longitude", "sources"]);
  if (format === "geojson") yield head;
  for (let last = 0; ; ) {
    const page = sql`select string_agg(line, ${between} order by seq) as text, max(seq) as last from (
      select seq, ${sql.raw(LINES[format])} as line from current_pois where seq > ${last} and ${where}
      order by seq limit ${PAGE}) page`;
    const read = await orm.execute<{ text: string | null; last: number | null }>(page);
    const [next] = read.rows;
    if (!next?.text || next.last === null) break;
    yield last === 0 ? next.text : between + next.text;
    last = next.last;
  }
  if (format === "geojson") yield GEOJSON_TAIL;
}
