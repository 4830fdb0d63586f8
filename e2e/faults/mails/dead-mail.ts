import { join } from "node:path";
import type { AlertMessage } from "../../../src/modules/maintenance/alerts/schema.ts";
import { mailServer } from "../../../src/testing/mail-server.ts";
import { freePort } from "../../harness/free-port.ts";
import { scratch, startServer } from "../../harness/server.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { post } from "../client.ts";
import { finding } from "../on-postgres.ts";

const TOLD_WITHIN = 300_000; // milliseconds; the third failure in a row, looked for every minute
const RESOLVED_WITHIN = 150_000;

/** The mail server is dead: the operator is told by the webhook, and again once mails go out. */
export const deadMail: Case = {
  name: "dead-mail",
  async run({ short }) {
    if (short) return [];
    const home = await scratch();
    const told: AlertMessage[] = [];
    const webhook = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        told.push((await request.json()) as AlertMessage);
        return new Response(null, { status: 204 });
      },
    });
    try {
      return await tellAndResolve(join(home.path, "data"), webhook.url.href, told);
    } finally {
      await webhook.stop(true);
      await home.remove();
    }
  },
};

async function tellAndResolve(
  dataDir: string,
  webhookUrl: string,
  told: readonly AlertMessage[],
): Promise<Finding[]> {
  const port = await freePort();
  const server = await startServer({
    DATA_DIR: dataDir,
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    ALERT_WEBHOOK_URL: webhookUrl,
  });
  try {
    await post(`${server.url}/api/waitlist`, { firstName: "Aisha", email: "aisha@example.org" });
    const firing = await secondsUntil(() => told.some(isAbout("firing")), TOLD_WITHIN);
    const mails = await mailServer(port);
    const resolved = await secondsUntil(() => told.some(isAbout("resolved")), RESOLVED_WITHIN);
    const sent = await secondsUntil(() => mails.taken.length > 0, RESOLVED_WITHIN);
    await mails.close();
    return [
      within("a dead mail server is told by the webhook", firing),
      finding(
        "it is told once",
        told.filter(isAbout("firing")).length === 1,
        `${told.length} messages in all`,
      ),
      within("the end is told once the server is back", resolved),
      within("the mail that waited goes out by itself", sent),
    ];
  } finally {
    await server.term();
  }
}

const isAbout =
  (state: AlertMessage["state"]) =>
  (message: AlertMessage): boolean =>
    message.alert === "mail-server" && message.state === state;

/** Null if it did not happen in time. */
async function secondsUntil(happened: () => boolean, limit: number): Promise<number | null> {
  const began = performance.now();
  while (!happened()) {
    if (performance.now() - began > limit) return null;
    await Bun.sleep(200);
  }
  return (performance.now() - began) / 1_000;
}

const within = (what: string, seconds: number | null): Finding =>
  finding(what, seconds !== null, seconds === null ? "not in time" : `after ${seconds.toFixed(0)} s`);
