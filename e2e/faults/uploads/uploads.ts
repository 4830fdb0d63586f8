import { request } from "node:http";
import { openDatabase } from "../../../src/db/client.ts";
import { uploadHeaders } from "../../harness/evidence-uploads.ts";
import { growthDuring } from "../../harness/memory.ts";
import { addPartners, type SignedIn } from "../../harness/partners.ts";
import { type Server, scratch, startServer } from "../../harness/server.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { countReplies, formatCounts, type Reply, send } from "../client.ts";
import { finding, instanceEnv, onPostgres } from "../on-postgres.ts";

const AT_ONCE = 20;
const MEBIBYTE = 1_024 * 1_024;
const MOST_GROWTH = 80; // MiB; docs/security.md UPL-02
const SLOW = 16_384; // bytes per second, twice the lowest permitted rate
const TOO_SLOW = 2_048;
const CLAIMS = 50;

/** Evidence uploads by many partners at once, and by one with a slow connection. */
export const uploads: Case = {
  name: "uploads",
  run: ({ short }) =>
    onPostgres(async ({ url }) => {
      const home = await scratch();
      const server = await startServer({ ...instanceEnv(url), RATE_LIMIT: "off", DATA_DIR: home.path });
      try {
        const partners = await addPartners({ url }, "sender", CLAIMS + 1);
        return [
          await claimsAtOnce(server, url, partners),
          ...(await many(server, partners, short ? 1 : 4)),
          await slow(server, partners[CLAIMS], { rate: SLOW, seconds: short ? 12 : 60, status: 201 }),
          await slow(server, partners[CLAIMS], { rate: TOO_SLOW, seconds: 15, status: 503 }),
        ];
      } finally {
        await server.term();
        await home.remove();
      }
    }),
};

function pdfOf(bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes).fill(0x25);
  whole.set(Buffer.from("%PDF-1.7\n"));
  whole.set(Buffer.from("\n%%EOF\n"), bytes - 7);
  return whole;
}

async function many(server: Server, partners: readonly SignedIn[], rounds: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const body = pdfOf(10 * MEBIBYTE);
  const upload = (by: SignedIn): Promise<Reply | null> =>
    send(`${server.url}/partner/api/evidence`, { method: "POST", headers: uploadHeaders(by), body }, 60_000);
  await upload(partners[CLAIMS - 1] as SignedIn); // memory allocated for the first upload is not growth
  for (let round = 0; round < rounds; round++) {
    const senders = partners.slice(0, AT_ONCE);
    const [replies, growth] = await growthDuring(server, () => Promise.all(senders.map(upload)));
    const counts = countReplies(replies);
    findings.push(
      finding(
        `${AT_ONCE} simultaneous uploads of 10 MiB are accepted`,
        counts["201"] === AT_ONCE,
        formatCounts(counts),
      ),
      finding(`memory grows by ${MOST_GROWTH} MiB at most`, growth <= MOST_GROWTH, `+${growth} MiB`),
    );
  }
  return findings;
}

/** Concurrent claims on one place, each with twenty entries. */
async function claimsAtOnce(server: Server, url: string, partners: readonly SignedIn[]): Promise<Finding> {
  const db = await openDatabase({ url, maxConnections: 1 });
  await db.query(`insert into pois (id, name, address, city, state, category, created_at, updated_at)
    values ('wanted', 'Wanted', '1 Main St', 'Dearborn', 'MI', 'restaurant', now(), now())`);
  await db.close();
  const body = JSON.stringify({ poiId: "wanted", documents: Array(20).fill("x".repeat(500)) });
  const claim = ({ cookie }: SignedIn) =>
    send(`${server.url}/partner/api/poi-claims`, {
      method: "POST",
      headers: { Cookie: cookie, "Content-Type": "application/json" },
      body,
    });
  const senders = partners.slice(0, CLAIMS);
  const [replies, growth] = await growthDuring(server, () => Promise.all(senders.map(claim)));
  const counts = countReplies(replies);
  return { what: `${CLAIMS} claims at once`, figure: `${formatCounts(counts)}, +${growth} MiB`, ok: null };
}

interface SlowUpload {
  /** Bytes per second. */
  readonly rate: number;
  readonly seconds: number;
  /** The expected response. */
  readonly status: number;
}

async function slow(server: Server, by: SignedIn | undefined, expected: SlowUpload): Promise<Finding> {
  if (by === undefined) throw new Error("there is no slow partner");
  const { rate, seconds } = expected;
  const bytes = rate * seconds;
  const status = await new Promise<number | string>((resolve) => {
    const headers = { ...uploadHeaders(by), "Content-Length": bytes };
    const sending = request(`${server.url}/partner/api/evidence`, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sending.on("error", (error) => resolve(error.message));
    dribble(pdfOf(bytes), rate, (part) => sending.write(part)).then(() => sending.end());
  });
  const what = `an upload at ${rate / 1_024} KiB/s for ${seconds} s is answered with ${expected.status}`;
  return finding(what, status === expected.status, String(status));
}

async function dribble(bytes: Uint8Array, rate: number, send: (part: Uint8Array) => unknown): Promise<void> {
  for (let at = 0; at < bytes.length; at += rate) {
    send(bytes.subarray(at, at + rate));
    await Bun.sleep(1_000);
  }
}
