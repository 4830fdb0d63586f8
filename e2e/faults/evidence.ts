import { tiersWithoutEvidence } from "../../src/testing/places/stored-tiers.ts";
import { addPartners } from "../harness/partners.ts";
import { type Env, type Server, startServer } from "../harness/server.ts";
import type { Case, Finding } from "../harness/suite.ts";
import { countReplies, formatCounts, type Reply, send } from "./client.ts";
import { EvidenceDesk, EvidenceLoad } from "./evidence-load.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";

const PLACES = 12; // that are read about while the process is killed
const OTHERS = 20; // each revoked once
const RULES = { readings: 2 };
const RECORDS_WITHIN = 60_000; // milliseconds, on a busy machine
const SEEN_WITHIN = 1_000; // milliseconds

/**
 * The process is killed while staff read certificates and issuers answer: there is never a tier without its records.
 * Then two instances read at once, and one sees what the other revokes.
 */
export const killEvidence: Case = {
  name: "kill-evidence",
  run: ({ short }) =>
    onPostgres(async ({ url }) => {
      const env: Env = { ...instanceEnv(url), RATE_LIMIT: "off" };
      await (await startServer(env)).term();
      const desk = await EvidenceDesk.open(url, PLACES + OTHERS);
      try {
        return [
          ...(await killed(env, desk, short ? 2 : 20)),
          ...(await twoInstances(env, desk, url, short ? 2 : OTHERS)),
        ];
      } finally {
        await desk.db.close();
      }
    }),
};

async function killed(env: Env, desk: EvidenceDesk, kills: number): Promise<Finding[]> {
  const load = new EvidenceLoad(desk, PLACES);
  const wrong: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startServer(env);
    wrong.push(...(await tiersWithoutEvidence(desk.db, RULES, new Date())));
    load.start(server);
    await load.until(10 + Math.floor(Math.random() * 60), RECORDS_WITHIN);
    await server.kill9();
    await load.stop();
  }
  await (await startServer(env)).term();
  wrong.push(...(await tiersWithoutEvidence(desk.db, RULES, new Date())));
  const kept = "select id from evidence_records where id = any ($1::text[])";
  const rows = await desk.db.query(kept, [`{${load.acknowledged.join()}}`]);
  const lost = load.acknowledged.length - rows.length;
  const [{ verified = 0 } = {}] = await desk.db.query<{ verified: number }>(
    "select count(*) as verified from audit_log where action = 'admin.reviews.readings.read'",
  );
  const statuses = [...load.statuses].filter(([status]) => !["200", "201", "409", "none"].includes(status));
  return [
    finding(
      `tiers that their records do not explain, after ${kills} kills`,
      wrong.length === 0,
      wrong[0] ?? "none",
    ),
    finding(
      "acknowledged records that were lost",
      lost === 0 && load.acknowledged.length > 0,
      `${lost} of ${load.acknowledged.length}, ${verified} readings`,
    ),
    finding("unexpected answers", statuses.length === 0, statuses.join(" ") || "none"),
  ];
}

type Two = readonly [Server, Server];

async function twoInstances(env: Env, desk: EvidenceDesk, url: string, rounds: number): Promise<Finding[]> {
  const servers: Two = await Promise.all([startServer(env), startServer(env)]);
  const [partner] = await addPartners({ url }, "searcher", 1);
  try {
    return [
      ...(await readAtOnce(servers, desk, rounds)),
      ...(await revokedElsewhere(servers, desk, partner?.cookie ?? "", rounds)),
    ];
  } finally {
    await Promise.all(servers.map((each) => each.term()));
  }
}

/** Two second readings of a certificate on two instances, by one person and by two. */
async function readAtOnce([one, other]: Two, desk: EvidenceDesk, rounds: number): Promise<Finding[]> {
  const bySame: (Reply | null)[] = [];
  const byTwo: (Reply | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [replies, second] of [
      [bySame, "bilal"],
      [byTwo, "carim"],
    ] as const) {
      const id = String((await desk.certify(one, desk.places[0]?.id ?? ""))?.body.id);
      replies.push(...(await Promise.all([desk.read(one, id, "bilal"), desk.read(other, id, second)])));
    }
  }
  const readings = await desk.db.query(
    "select from evidence_records where kind = 'reading' group by about_id having count(*) > 1",
  );
  const [same, two] = [countReplies(bySame), countReplies(byTwo)];
  return [
    finding(
      `two readings at once by one person, ${rounds} times: one counts`,
      same["201"] === rounds && same["403"] === rounds,
      formatCounts(same),
    ),
    finding(
      `two second readings at once, ${rounds} times: one counts`,
      two["201"] === rounds && two["409"] === rounds && readings.length === 0,
      formatCounts(two),
    ),
  ];
}

async function revokedElsewhere(
  [one, other]: Two,
  desk: EvidenceDesk,
  cookie: string,
  rounds: number,
): Promise<Finding[]> {
  let slowest = 0;
  let unverified = 0;
  for (let round = 0; round < rounds; round += 1) {
    const place = desk.places[PLACES + round];
    if (!place) throw new Error("there are too few places");
    const id = String((await desk.certify(one, place.id))?.body.id);
    await desk.read(one, id, "bilal");
    await desk.answer(one, id, "valid");
    const before = await tiersSeen(other, place, cookie);
    if (!before.every((tier) => tier === "verified")) unverified += 1;
    await (round % 2 === 0 ? desk.answer(one, id, "revoked") : desk.revoke(one, place.id, id));
    const revokedAt = performance.now();
    while ((await tiersSeen(other, place, cookie)).includes("verified"))
      if (performance.now() - revokedAt > RECORDS_WITHIN) break;
    slowest = Math.max(slowest, performance.now() - revokedAt);
  }
  return [
    finding(
      "a tier is seen by another instance in calls, on its page and in searches",
      unverified === 0,
      `${rounds - unverified} of ${rounds}`,
    ),
    finding(
      "a revocation is seen there within a second",
      slowest < SEEN_WITHIN,
      `slowest ${Math.round(slowest)} ms`,
    ),
  ];
}

/** The tier in the public call, on the page of a place, in the public search and in that of partners. */
async function tiersSeen({ url }: Server, place: EvidenceDesk["places"][number], cookie: string) {
  const name = encodeURIComponent(place.name);
  const [call, page, ...searches] = await Promise.all([
    send(`${url}/api/places/${place.id}`),
    fetch(`${url}/places/${place.id}`).then((answer) => answer.text()),
    fetch(`${url}/api/places?q=${name}`),
    fetch(`${url}/partner/api/pois/search?query=${name}`, { headers: { Cookie: cookie } }),
  ]);
  const found = await Promise.all(searches.map((answer) => answer.json() as Promise<Listed[]>));
  const listed = found.map((list) => list.find(({ id }) => id === place.id)?.halalVerificationStatus);
  const [, onPage] = /data-tier="(\w+)"/.exec(page) ?? [];
  return [call?.body.tier, onPage, ...listed].map(String);
}

interface Listed {
  readonly id: string;
  readonly halalVerificationStatus: string;
}
