import { join } from "node:path";
import { FILE_SOURCES, type FileSource } from "../../../src/shared/places/sources.ts";
import { writePlaces } from "../../../src/testing/places/sources/many-places.ts";
import { scratch } from "../../harness/server.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { formatInteger } from "../figures.ts";

const ROWS = { long: 1_000_000, short: 20_000 } as const;
const MEMORY_MAX = 500; // MB of the process, however many rows a file has
const MB = 1_048_576;
const LIBRARIES: Readonly<Record<FileSource, string>> = {
  overture: "hyparquet",
  foursquare: "hyparquet",
  osm: "osm-pbf-parser-node",
  alltheplaces: "JSON.parse",
  geojson: "JSON.parse",
  csv: "csv-parse",
};

/** How fast files of places become rows, and in how much memory, against decoding them with a library and no more. */
export const intakeRead: Case = {
  name: "intake-read",
  async run({ short }) {
    const home = await scratch();
    try {
      const findings: Finding[] = [];
      for (const source of FILE_SOURCES)
        findings.push(...(await findingsOf(source, join(home.path, source), short ? ROWS.short : ROWS.long)));
      return findings;
    } finally {
      await home.remove();
    }
  },
};

async function findingsOf(source: FileSource, path: string, count: number): Promise<readonly Finding[]> {
  await writePlaces(source, path, count);
  const size = Bun.file(path).size / MB;
  const ours = await measured("ours", source, path);
  const theirs = await measured("library", source, path);
  await Bun.file(path).delete();
  const name = LIBRARIES[source];
  const rate = ({ rows, seconds }: Measured) =>
    `${formatInteger(rows / seconds)} rows a second of the processor`;
  return [
    {
      what: `${source}, ${formatInteger(count)} rows in ${formatInteger(size)} MB`,
      figure: `${rate(ours)}; ${name} alone ${rate(theirs)}`,
      ok: ours.rows === count && theirs.rows === count,
    },
    {
      what: `${source}, memory of the process at most`,
      figure: `${formatInteger(ours.memory)} MB; ${name} alone ${formatInteger(theirs.memory)} MB`,
      ok: ours.memory <= MEMORY_MAX,
    },
    {
      what: `${source}, longest time without a turn for others`,
      figure: `${formatInteger(ours.longest)} ms; ${name} alone ${formatInteger(theirs.longest)} ms`,
      ok: null,
    },
  ];
}

interface Measured {
  readonly rows: number;
  readonly seconds: number;
  readonly longest: number;
  readonly memory: number;
}

/** In a process of its own, whose memory is measured. */
async function measured(by: "ours" | "library", source: FileSource, path: string): Promise<Measured> {
  const script = join(import.meta.dir, "read-file.ts");
  const child = Bun.spawn([process.execPath, script, by, source, path], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const { memory, ...said } = await new Response(child.stdout).json();
  return { ...said, memory: memory / MB };
}
