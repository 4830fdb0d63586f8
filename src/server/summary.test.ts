import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { freePort } from "../../e2e/harness/free-port.ts";
import { built } from "../../e2e/harness/server.ts";
import { readEnv } from "../env.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { freshDataDir } from "../testing/database/database.ts";
import { startSummary } from "./serve.ts";

const MAIN = join(import.meta.dir, "../main.ts");
const COLOR = "\u001b[";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Starts the server on a terminal until `word` appears, and stops it. Returns what the person sees. */
async function onTerminal(env: Record<string, string>, word: string): Promise<string> {
  const home = await freshDataDir();
  const pages = await built();
  let text = "";
  const shown = Promise.withResolvers<void>();
  const child = Bun.spawn([process.execPath, MAIN, pages], {
    env: {
      PATH: process.env.PATH ?? "",
      TERM: "xterm-256color",
      DATA_DIR: home.path,
      SYNC_CRON: "off",
      ...env,
    },
    terminal: {
      cols: 200,
      rows: 50,
      data(_terminal, bytes) {
        text += new TextDecoder().decode(bytes);
        if (text.includes(word)) shown.resolve();
      },
    },
  });
  await Promise.race([shown.promise, child.exited]);
  child.kill("SIGTERM");
  await child.exited;
  child.terminal?.close();
  await home.remove();
  return text;
}

test("a start on a terminal is readable: what runs where, who can sign in and the next command", async () => {
  const port = String(await freePort());
  const text = await onTerminal({ PORT: port, NO_COLOR: "1" }, "  Next");
  const lines = text.split("\r\n");
  expect(lines.find((line) => line.includes("Ready at"))).toMatch(
    new RegExp(
      `^\\d\\d:\\d\\d:\\d\\d info {2}Ready at http://127\\.0\\.0\\.1:${port} version=[\\d.]+ revision=\\w+$`,
    ),
  );
  expect(text).toMatch(/^Rihla, version \d+\.\d+\.\d+( \(\w+\))?\r$/m);
  expect(text).toContain(`  Site      http://localhost:${port}\r\n`);
  expect(text).toContain("  Database  embedded, in ");
  expect(text).toContain("  Sign-in   no staff yet; partners: 0\r\n");
  expect(text).toMatch(/ {2}Next {6}((npx )?bun run cli|rihla) admin create --username NAME --email /);
  expect([text.includes(COLOR), text.includes('{"level"')]).toEqual([false, false]);
  expect(text).toContain("Stopping (SIGTERM)");
}, 60_000);

test("the summary names the stores and services of the settings, and no secret", async () => {
  const settings = readEnv({
    PUBLIC_URL: "https://rihla.example",
    DATABASE_URL: "postgres://app:hidden@db.example:5433/rihla?sslmode=require",
    MAIN_DATABASE_URL: "postgres://app:hidden@main.example/places",
    SECRET_KEY: "hidden, a key of more than 32 bytes",
    MAIL_URL: "smtp://app:hidden@mail.example:587",
    PAYMENT_GATEWAY: "stripe",
    STRIPE_SECRET_KEY: "sk_test_hidden",
    STRIPE_WEBHOOK_SECRET: "whsec_hidden",
    EVIDENCE_S3_URL: "https://s3.example",
    EVIDENCE_S3_BUCKET: "evidence-files",
    EVIDENCE_S3_ACCESS_KEY_ID: "hidden",
    EVIDENCE_S3_SECRET_ACCESS_KEY: "hidden",
    SYNC_CRON: "off",
  });
  const text = await startSummary({ ...app.deps, settings }, "rihla", false);
  expect(text).not.toContain("hidden");
  expect(text.split("\n").slice(1, 8)).toEqual([
    "  Site      https://rihla.example",
    "  Database  PostgreSQL at db.example:5433/rihla",
    "  Places    PostgreSQL at main.example/places",
    "  Mail      SMTP at mail.example:587",
    "  Gifts     Stripe",
    "  Sync      not scheduled: SYNC_CRON is off",
    "  Evidence  bucket evidence-files at s3.example",
  ]);
  const colored = await startSummary({ ...app.deps, settings }, "rihla", true);
  expect(colored).toContain(COLOR);
});
