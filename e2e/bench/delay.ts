import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatTable } from "../../cli/output/output.ts";
import { writeBackup } from "../../src/db/backup/backup.ts";
import { samplePlaces } from "../../src/demo/sample-directory.ts";
import { writeEncrypted } from "../../src/modules/maintenance/backups/backup.ts";
import { verifyFile } from "../../src/modules/maintenance/backups/verify.ts";
import { createGazetteer } from "../../src/modules/places/gazetteer/gazetteer.ts";
import { insertPlaces } from "../../src/modules/places/import/bulk-insert.ts";
import { WordList } from "../../src/modules/places/search/vocabulary/word-list.ts";
import { placePath } from "../../src/shared/places/slug.ts";
import { partner, partnerSession, signIn, staff } from "../../src/testing/accounts.ts";
import { type TestApp, testApp } from "../../src/testing/app.ts";
import { pdf, png } from "../../src/testing/evidence-files.ts";
import { placeSite } from "../../src/testing/places/place-site.ts";
import type { Case, Finding } from "../harness/suite.ts";
import { median } from "./figures.ts";

const GOAL = 5; // times the reference, which takes about 10 ms on the machine of docs/performance.md
const ROUNDS = 3;
const UPLOAD = 10 * 1_024 * 1_024;
const CALL = 64 * 1_024;
const WEBHOOK = 256 * 1_024;
const MESSAGE = 20_000; // characters of a broadcast
const PLACES = 12_000;
const CHUNKS = 9_000; // of a picture

/** What takes input from outside or writes an answer, at the largest that is let in. */
type Work = readonly [what: string, run: () => Promise<unknown>];

/**
 * How long one piece of work holds the event loop, while nothing else is answered: the most CPU of its thread between two
 * ticks of a timer, so that other programs on the machine do not count.
 */
export const delay: Case = {
  name: "delay",
  async run({ short, rounds = short ? 1 : ROUNDS }) {
    const home = await mkdtemp(join(tmpdir(), "rihla-delay-"));
    const app = await testApp({ DATA_DIR: home }, {}, placeSite());
    try {
      const works = [
        ...(await worksOf(app, home)),
        ...backupsIn(app, home),
        ...(await uploadsOf(app)),
        ...inMemory(),
      ];
      const findings: Finding[] = [];
      for (const [what, run] of works) findings.push(await findingOf(what, run, rounds));
      return findings;
    } finally {
      await app.close();
      await rm(home, { recursive: true });
    }
  },
};

async function findingOf(what: string, run: Work[1], rounds: number): Promise<Finding> {
  const [held, known]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    held.push(await longestTurn(run));
    known.push(await longestTurn(async () => referenceWork()));
  }
  const ratio = median(held) / median(known);
  const figure = `${ratio.toFixed(1)} x (goal ${GOAL}): ${median(held).toFixed(0)} against ${median(known).toFixed(0)} ms`;
  return { what, figure, ok: ratio <= GOAL };
}

/** In milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(tick);
  await Bun.sleep(1);
  tick();
  longest = 0;
  await work();
  await Bun.sleep(1);
  tick();
  clearInterval(timer);
  return longest;
}

const NUMBERS = Array.from({ length: 150_000 }, (_, n) => (n * 7_919) % 150_001);

/** Of the same kind as what is measured: calls of JavaScript over memory. */
const referenceWork = (): number[] => NUMBERS.toSorted((one, other) => one - other);

interface Sent {
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request, and reads the answer to its end without parsing it. Throws on a server error. */
async function send(app: TestApp, line: string, { body, headers = {} }: Sent = {}): Promise<void> {
  const [method = "GET", path = "/"] = line.split(" ");
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
  });
  const response = await app.app.fetch(request, { address: () => "192.0.2.1", setIdleTimeout: () => {} });
  if (response.status >= 500) throw new Error(`${line.slice(0, 100)} answered ${response.status}`);
  for await (const _ of response.body ?? []);
}

const JSON_TYPE = { "Content-Type": "application/json" };
const CSV_TYPE = { "Content-Type": "text/csv" };

/** As many of the pieces as fit, numbered. */
function upTo(bytes: number, start: string, piece: (n: number) => string): string {
  const parts = [start];
  let left = bytes - start.length - 1_000;
  for (let n = 0; left > 0; n++) {
    const part = piece(n);
    parts.push(part);
    left -= Buffer.byteLength(part);
  }
  return parts.join("");
}

async function worksOf(app: TestApp, home: string): Promise<readonly Work[]> {
  await staff(app, "super_admin");
  await fill(app);
  const cookie = await signIn(app, "super_admin");
  const by =
    (line: string, body?: string, type: Record<string, string> = JSON_TYPE) =>
    () =>
      send(app, line, { headers: { ...cookie, ...type }, ...(body !== undefined && { body }) });
  return [
    ...importsBy(by),
    ["import of a GeoJSON file, 10 MiB of {}", () => importFeatures(app, home)],
    ["import of 20,000 places with long names", () => importPlaces(app, home)],
    ["rebuild of the search index", () => app.operate("admin.pois.reindex")],
    ...formsBy(by),
    ...answersBy(by),
    ...(await pagesBy(by, app)),
    ["sync of all places", () => app.operate("sync.trigger", { full: true })],
  ];
}

type By = (line: string, body?: string, type?: Record<string, string>) => () => Promise<void>;

const PEOPLE = "firstName,email,consentSource,consentAt\n";
const PLACE_COLUMNS = "name,address,city,state,category\n";
const REFUSED = "x\n"; // so that what was read is not written too

function importsBy(by: By): readonly Work[] {
  const people = (what: string, piece: (n: number) => string, end = REFUSED): Work => [
    `import of people, 10 MiB of ${what}`,
    by("POST /api/admin/waitlist/import", upTo(UPLOAD, PEOPLE, piece) + end, CSV_TYPE),
  ];
  const places = (what: string, count: number, piece: (n: number) => string): Work => [
    `preview of an import of places, ${what}`,
    by(
      "POST /api/admin/pois/import/preview",
      PLACE_COLUMNS + Array.from({ length: count }, (_, n) => piece(n)).join(""),
      CSV_TYPE,
    ),
  ];
  return [
    people("line breaks", () => "\n"),
    people("lines of one letter", () => "x\n"),
    people("commas", () => ",,,,\n"),
    people("people", (n) => `A,${((n * 7_919) % 1e6).toString(36)}@b.co,s,2026-01-02\n`),
    [
      "import of 20,000 people",
      by(
        "POST /api/admin/waitlist/import",
        PEOPLE +
          Array.from({ length: 20_000 }, (_, n) => `Amina,${n}@example.org,fair,2026-01-02\n`).join(""),
        CSV_TYPE,
      ),
    ],
    places(
      "20,000 of one city",
      20_000,
      (n) => `Noor Halal Grill ${n % 300} ${n},${n} Main,Dearborn,MI,grocery\n`,
    ),
    places("100 fields of 100 kB", 100, (n) => `"${"&#64;é ".repeat(9_000)}${n}",1 Main,Novi,MI,grocery\n`),
  ];
}

/** Every feature is refused. */
async function importFeatures(app: TestApp, home: string): Promise<void> {
  const file = join(home, "features.geojson");
  await Bun.write(file, `{"type":"FeatureCollection","features":[${"{},".repeat(UPLOAD / 3)}{}]}`);
  await app.operate("admin.pois.import", { file, format: "geojson", dryRun: true });
}

/** Each is new the first time, and renamed after that. */
async function importPlaces(app: TestApp, home: string): Promise<void> {
  const file = join(home, "places.csv");
  const name = (n: number) => `${Bun.randomUUIDv7()} Al Noor Halal Grill ${n} `.padEnd(190, "Déli ");
  const parking = (n: number) => `Behind the shop ${n} `.padEnd(190, "é");
  const lines = Array.from(
    { length: 20_000 },
    (_, n) => `${name(n)},${n} Main St,Novi,MI,grocery,P${n},${parking(n)},no,reported\n`,
  );
  await Bun.write(
    file,
    `${PLACE_COLUMNS.trim()},placeId,parking,alcohol,halalVerificationStatus\n${lines.join("")}`,
  );
  await app.operate("admin.pois.import", { file, format: "csv" });
}

const HOSTILE = ["a@", "&amp;", "1 ", "é", "a.", "((", "https://a.b/"];

function formsBy(by: By): readonly Work[] {
  const texts = HOSTILE.map((part) => part.repeat(5_000 / part.length));
  const inquiries = texts.map((message) =>
    JSON.stringify({ businessName: "B", email: "a@example.org", message }),
  );
  const messages = ["Salam dear friends ", "_a", "> ", "1. > ", "|a|b|\n|-|-|\n", "[a](https://a.b) "];
  const lazy = `${"> - ".repeat(2_500)}a${"\na".repeat(4_900)}`; // lists inside quotes over many lines
  const broadcasts = [...messages.map((part) => part.repeat(MESSAGE / part.length)), lazy].map((markdown) =>
    JSON.stringify({ subject: "News", markdown }),
  );
  const all = (line: string, bodies: readonly string[], type?: Record<string, string>) => async () => {
    for (const body of bodies) await by(line, body, type)();
  };
  const wide = JSON.stringify(Object.fromEntries(HOSTILE.map((part, n) => [n, part.repeat(CALL / 100)])));
  return [
    ["inquiries of 5,000 hostile characters", all("POST /api/partnership", inquiries)],
    ["broadcasts of 20,000 hostile characters", all("POST /api/admin/broadcasts", broadcasts)],
    [
      "JSON of 64 KiB: deep, wide, one text",
      all("POST /api/partnership", ["[".repeat(CALL), wide, `"${"a".repeat(CALL - 2)}"`]),
    ],
    [
      "form of 64 KiB",
      all("POST /waitlist", ["a=%41&".repeat(CALL / 6)], {
        "Content-Type": "application/x-www-form-urlencoded",
      }),
    ],
    ["events of mail, 256 KiB", by("POST /api/mail/events", `[${'{"a":"b"},'.repeat(WEBHOOK / 10 - 10)}{}]`)],
    [
      "event of a gateway, 256 KiB",
      by("POST /api/support/payment/webhook", `{"a":"${"b".repeat(WEBHOOK - 20)}"}`),
    ],
  ];
}

const LISTS = ["partnerships", "broadcasts", "audit", "pois", "waitlist"];
const EXPORTS = ["partnerships/export", "audit/export", "pois/export", "waitlist/export?format=jsonl"];

const BATCH = encodeURIComponent(JSON.stringify({ 0: { json: { limit: 500 } } }));

function answersBy(by: By): readonly Work[] {
  const search = `/api/places?q=${encodeURIComponent("al noor halal grill mar ".repeat(4).slice(0, 100))}`;
  return [
    ...LISTS.map((list): Work => [`list of 500 ${list}`, by(`GET /api/admin/${list}?limit=500`)]),
    ...LISTS.map(
      (list): Work => [
        `list of 500 ${list} for the browser`,
        by(`GET /trpc/admin.${list}.list?batch=1&input=${BATCH}`),
      ],
    ),
    ...EXPORTS.map((path): Work => [path, by(`GET /api/admin/${path}`)]),
    ["search of 100 letters", by(`GET ${search}`)],
    ["its page", by(`GET ${search.replace("/api", "")}`)],
    [
      "search of staff, 100 letters",
      by(`GET ${search.replace("/api", "/api/admin").replace("places", "pois")}`),
    ],
    ["OpenAPI document", by("GET /api/openapi.json")],
  ];
}

async function pagesBy(by: By, { db }: TestApp): Promise<readonly Work[]> {
  const [place] = await db.query<Parameters<typeof placePath>[0] & Record<string, unknown>>(
    "select id, name, city, state from current_pois where category = 'restaurant' limit 1",
  );
  if (!place) throw new Error("the sample places have no restaurant");
  const page = placePath(place);
  const report = JSON.stringify({ kind: "other", text: "a@&amp; 1 ".repeat(100), email: "a@example.org" });
  return [
    ["page of a place", by(`GET ${page}`)],
    ["page of its city", by("GET /cities/dearborn-mi")],
    ["sitemap of places", by("GET /sitemaps/places-1.xml")],
    ["its badge", by(`GET ${page}/badge.svg`)],
    ["its picture", by(`GET ${page}/card.png`)],
    ["report of a place", by(`POST /api/places/${place.id}/reports`, report)],
  ];
}

/** Rows whose texts are as long as they may be. */
async function fill({ db }: TestApp): Promise<void> {
  const run = (text: string) => db.query(text, [], { timeoutMs: 0 });
  const rows = (count: number) => `from generate_series(1, ${count}) n`;
  await run(`insert into partnership_inquiries (id, business_name, email, email_key, contact_name, phone, website,
      business_type, city, state, message, added_by, created_at, updated_at)
    select md5(n::text), repeat('B ', 100), n || '@example.org', n || '@example.org', repeat('C ', 100), '', '', '', '', '',
      repeat('😀é', 2500), 'user', now(), now() ${rows(600)}`);
  await run(`insert into broadcasts (id, subject, markdown, audience, audience_count, invites, state, created_by, created_at,
      updated_at)
    select md5(n::text), repeat('S ', 100), repeat('é😀', 10000), '{}', 1, false, 'draft', 'x', now(), now() ${rows(600)}`);
  await run(`insert into audit_log (at, actor_kind, actor_id, actor_name, action, subject, before, after)
    select now(), 'staff', 'x', 'x', 'admin.partnerships.update', 'x', jsonb_build_object('message', repeat('😀é', 2500)),
      jsonb_build_object('message', repeat('é😀', 2500)) ${rows(2_000)}`);
  await run(`insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, consent_wording, created_at)
    select md5(n::text), repeat('Amina ', 30), 's' || n || '@example.org', 's' || n || '@example.org', false, 'waitlist-1',
      now() ${rows(20_000)}`);
  await db.transaction((tx) => insertPlaces(tx, samplePlaces(PLACES, 1), new Date()), { timeoutMs: 0 });
}

function backupsIn({ deps, db }: TestApp, home: string): readonly Work[] {
  const plain = join(home, "plain.backup");
  return [
    ["backup", () => writeEncrypted(deps, join(home, Bun.randomUUIDv7()), { evidence: false })],
    [
      "its verification",
      async () => {
        if (!existsSync(plain)) await writeBackup(db, plain, new Date());
        await verifyFile(plain);
      },
    ],
  ];
}

async function uploadsOf(app: TestApp): Promise<readonly Work[]> {
  const headers = await partnerSession(app, (await partner(app)).id);
  const files = { "a.pdf": pdf("words", UPLOAD - 1_000), "a.png": png(3, 3, CHUNKS) };
  return Object.entries(files).map(([name, body]) => [
    `evidence, ${name}`,
    () =>
      send(app, "POST /partner/api/evidence", {
        body: new Uint8Array(body),
        headers: { ...headers, "Content-Type": "application/octet-stream", "X-File-Name": name },
      }),
  ]);
}

const WORDS = 600_000;

function inMemory(): readonly Work[] {
  const words = Array.from({ length: WORDS }, (_, n) => ({
    token: ((n * 2_654_435_761) % 2 ** 32).toString(36),
    places: n,
  }));
  const rows = Array.from({ length: 500 }, () => Array.from({ length: 10 }, () => "نور Grill ".repeat(20)));
  return [
    ["vocabulary of 600,000 words", () => new WordList().add(words)],
    ["cities at their first use", async () => createGazetteer().metros()],
    ["table of the CLI, 500 rows", async () => formatTable(rows[0] ?? [], rows, { bold: true })],
  ];
}
