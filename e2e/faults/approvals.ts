import { openDatabase } from "../../src/db/client.ts";
import { addPartners, type SignedIn } from "../harness/partners.ts";
import { type Env, type Server, startServer } from "../harness/server.ts";
import { addStaff, signIn } from "../harness/staff.ts";
import type { Case, Finding } from "../harness/suite.ts";
import { countReplies, formatCounts, type Reply, send } from "./client.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";

const RIVALS = 50; // claims on one place, all approved at the same time
const DELETIONS = 20;

/** Two instances that approve rival claims, and delete their partners, at the same moment. */
export const approvals: Case = {
  name: "approvals",
  isUntimed: true,
  run: ({ short }) =>
    onPostgres(async ({ url }) => {
      const env: Env = { ...instanceEnv(url), RATE_LIMIT: "off" };
      const servers = await Promise.all([startServer(env), startServer(env)]);
      try {
        await addStaff({ url });
        const ground = { url, servers, cookie: await signIn(servers[0].url) };
        const findings: Finding[] = [];
        for (let round = 0; round < (short ? 2 : 20); round++)
          findings.push(...(await rivals(ground, round)));
        for (let round = 0; round < (short ? 1 : 10); round++) {
          findings.push(...(await deletions(ground, round)));
        }
        return [...findings, await nothingUnforeseen(servers)];
      } finally {
        await Promise.all(servers.map((each) => each.term()));
      }
    }),
};

interface Ground {
  readonly url: string;
  readonly servers: readonly Server[];
  readonly cookie: string;
}

async function query<Row>(url: string, text: string, params: readonly unknown[] = []): Promise<Row[]> {
  const db = await openDatabase({ url, maxConnections: 1 });
  try {
    return await db.query<Row>(text, params);
  } finally {
    await db.close();
  }
}

const PLACES = `insert into pois (id, name, address, city, state, category, created_at, updated_at)
  select id, 'Place ' || id, '1 Main St', 'Dearborn', 'MI', 'restaurant', now(), now()
  from jsonb_to_recordset($1::jsonb) as r (id text)`;

const addPlaces = (url: string, ids: readonly string[]) =>
  query(url, PLACES, [JSON.stringify(ids.map((id) => ({ id })))]);

function change({ servers }: Ground, turn: number, cookie: string, line: string, body?: object) {
  const [method = "", path = ""] = line.split(" ");
  const headers = { Cookie: cookie, ...(body && { "Content-Type": "application/json" }) };
  const at = servers[turn % servers.length]?.url ?? "";
  return send(at + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

const claim = (ground: Ground, turn: number, { cookie }: SignedIn, poiId: string) =>
  change(ground, turn, cookie, "POST /partner/api/poi-claims", { poiId });

/** Sent to the other instance than the claim. */
const approve = (ground: Ground, turn: number, claimed: Reply | null) =>
  change(ground, turn + 1, ground.cookie, `PUT /api/reviews/claims/${claimed?.body.id}`, {
    decision: "approved",
  });

async function rivals(ground: Ground, round: number): Promise<Finding[]> {
  const poiId = `rivals-${round}`;
  await addPlaces(ground.url, [poiId]);
  const partners = await addPartners({ url: ground.url }, `rival-${round}`, RIVALS);
  const claims = await Promise.all(partners.map((each, turn) => claim(ground, turn, each, poiId)));
  const answers = await Promise.all(claims.map((each, turn) => approve(ground, turn, each)));
  const rows = await query<{ status: string; owned: boolean }>(
    ground.url,
    `select c.status, c.partner_id = p.owner_id as owned from poi_claims c join pois p on p.id = c.poi_id
     where p.id = $1`,
    [poiId],
  );
  const approved = rows.filter((row) => row.status === "approved");
  const rejected = rows.filter((row) => row.status === "rejected").length;
  const ownerIsRight = approved.length === 1 && approved[0]?.owned === true;
  const [claimed, decided] = [countReplies(claims), countReplies(answers)];
  const one = decided["200"] === 1 && decided["409"] === RIVALS - 1;
  return [
    finding(`${RIVALS} rival claims are accepted`, claimed["201"] === RIVALS, formatCounts(claimed)),
    finding(`${RIVALS} simultaneous approvals: one succeeds`, one, formatCounts(decided)),
    finding(
      "one claim is approved, the others are rejected",
      ownerIsRight && rejected === RIVALS - 1,
      `1 owner, ${rejected} rejected`,
    ),
  ];
}

async function deletions(ground: Ground, round: number): Promise<Finding[]> {
  const ids = Array.from({ length: DELETIONS }, (_, index) => `deleted-${round}-${index}`);
  await addPlaces(ground.url, ids);
  const partners = await addPartners({ url: ground.url }, `leaver-${round}`, DELETIONS);
  const claims = await Promise.all(partners.map((each, turn) => claim(ground, turn, each, ids[turn] ?? "")));
  const remove = (id: string, turn: number) =>
    change(ground, turn, ground.cookie, `DELETE /api/partner-manager/partners/${id}`);
  const [approved, removed] = await Promise.all([
    Promise.all(claims.map((each, turn) => approve(ground, turn, each))),
    Promise.all(partners.map(({ id }, turn) => remove(id, turn))),
  ]);
  const [left] = await query<{ owned: number; open: number }>(
    ground.url,
    `select (select count(*) from pois where id like $1 and owner_id is not null)::int as owned,
       (select count(*) from poi_claims where poi_id like $1 and status = 'pending')::int as open`,
    [`deleted-${round}-%`],
  );
  const [byApproval, byRemoval] = [countReplies(approved), countReplies(removed)];
  const known = (byApproval["200"] ?? 0) + (byApproval["409"] ?? 0) === DELETIONS;
  return [
    finding(`${DELETIONS} approvals racing with deletions`, known, formatCounts(byApproval)),
    finding(
      `${DELETIONS} deletions racing with approvals`,
      byRemoval["200"] === DELETIONS,
      formatCounts(byRemoval),
    ),
    finding(
      "no deleted owner and no open claim remains",
      left?.owned === 0 && left.open === 0,
      JSON.stringify(left),
    ),
  ];
}

async function nothingUnforeseen(servers: readonly Server[]): Promise<Finding> {
  const errors = servers.flatMap((each) => each.log().match(/^.*"level":"error".*$/gm) ?? []);
  return finding("unexpected errors", errors.length === 0, errors[0] ?? "none");
}
