import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSchedule } from "../../server/schedule.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { registerMetrics } from "./metrics.ts";

const ROOT = join(import.meta.dir, "../../..");
const RULES = join(ROOT, "docs/alerts.yml");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

let app: TestApp;
let rules: readonly Rule[];
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-rules-"));
  app = await testApp({ DATA_DIR: home });
  registerMetrics(app.deps);
  const file = Bun.YAML.parse(await Bun.file(RULES).text()) as {
    groups: readonly { rules: readonly Rule[] }[];
  };
  rules = file.groups.flatMap((group) => group.rules);
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

test("every metric that an alert rule names is exported", async () => {
  const exported = new Set(
    (await app.deps.metrics.registry.getMetricsAsJSON()).map(({ name }) => name as string),
  );
  const named = rules.flatMap(({ expr }) => expr.match(/\b(rihla_\w+|up)\b/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => name !== "up" && !exported.has(name))).toEqual([]);
});

test("every job that an alert rule names is scheduled", async () => {
  const schedule = startSchedule(app.app, app.deps, app.deps.settings);
  await schedule.stop();
  const scheduled = await app.deps.metrics.registry.metrics();
  const named = rules.flatMap(({ expr }) => /name=~"([^"]+)"/.exec(expr)?.[1]?.split("|") ?? []);
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !scheduled.includes(`rihla_job_failures_total{name="${name}"}`))).toEqual([]);
});

test("every alert has a severity, a sentence and a section of the runbook that exists", async () => {
  const headings = (await Bun.file(join(ROOT, "docs/operations.md")).text()).match(/^#+ .+$/gm) ?? [];
  const anchors = headings.map((heading) =>
    heading
      .replace(/^#+ /, "")
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const { alert, labels, annotations } of rules) {
    const [file, anchor = ""] = annotations.runbook.split("#");
    expect([alert, file, anchors.includes(anchor)]).toEqual([alert, "docs/operations.md", true]);
    expect([alert, ["critical", "warning", "info"].includes(labels.severity)]).toEqual([alert, true]);
    expect([alert, annotations.summary.endsWith(".")]).toEqual([alert, true]);
  }
});

/** Series of a deployment, and the alerts that fire after a quarter of an hour. */
const SITUATIONS: readonly (readonly [
  series: Readonly<Record<string, string>>,
  firing: readonly string[],
])[] = [
  [{ rihla_mail_server_failing_seconds: "0x60", 'up{job="rihla"}': "1x60" }, []],
  [{ 'up{job="rihla"}': "0x60" }, ["RihlaDown"]],
  [{ rihla_mail_server_failing_seconds: "0+60x60" }, ["RihlaMailServerDown"]],
  [{ rihla_mail_oldest_due_seconds: "600+60x60" }, ["RihlaMailsOverdue"]],
  [{ rihla_mail_paused: "1x60" }, ["RihlaMailPaused"]],
  [{ 'rihla_metrics_source_up{source="mails"}': "0x60" }, ["RihlaDatabaseAway"]],
  [{ rihla_disk_free_bytes: "1e8x60", rihla_disk_size_bytes: "1e11x60" }, ["RihlaDiskLow"]],
  [{ rihla_disk_free_bytes: "2e10x60", rihla_disk_size_bytes: "1e11x60" }, []],
  [
    {
      'rihla_requests_total{route="/",status="200"}': "0+100x60",
      'rihla_requests_total{route="x",status="503"}': "0+10x60",
    },
    ["RihlaErrors"],
  ],
  [
    {
      'rihla_requests_total{route="/",status="200"}': "0+100x60",
      'rihla_requests_total{route="x",status="503"}': "0+1x60",
    },
    [],
  ],
  [{ rihla_gift_gateway_breaker_open: "1x60" }, ["RihlaGiftGatewayFailing"]],
  [
    { rihla_gifts_unreconciled_seconds: "1700+60x60", rihla_gifts_oldest_pending_seconds: "1700+60x60" },
    ["RihlaGiftsUnreconciled"],
  ],
  [
    { 'rihla_successes{kind="signups"}': "0x60", 'rihla_successes_week_ago{kind="signups"}': "12x60" },
    ["RihlaSuccessesStopped"],
  ],
  [{ 'rihla_successes{kind="signups"}': "0x60", 'rihla_successes_week_ago{kind="signups"}': "9x60" }, []],
  [{ rihla_clock_ahead_seconds: "-7x60" }, ["RihlaClockDrifts"]],
  [{ 'rihla_job_failures_total{name="operator.mail.deliver"}': "0+1x60" }, ["RihlaJobFails"]],
];

/** Labels that an alert takes over from its series. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RihlaDown: { job: "rihla" },
  RihlaDatabaseAway: { source: "mails" },
  RihlaJobFails: { name: "operator.mail.deliver" },
  RihlaSuccessesStopped: { kind: "signups" },
};

const promtool = (...args: readonly string[]) => Bun.spawnSync(["promtool", ...args], { cwd: home });

test("Prometheus accepts the alert rules, and they fire when they should and only then", async () => {
  if (Bun.which("promtool") === null) {
    console.log("skipped: the alert rules in Prometheus: promtool is not installed");
    return;
  }
  expect(promtool("check", "rules", RULES).stderr.toString()).toBe("");
  const tests = SITUATIONS.map(([series, firing]) => ({
    interval: "1m",
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: rules.map(({ alert, labels, annotations }) => ({
      eval_time: "20m",
      alertname: alert,
      exp_alerts: firing.includes(alert)
        ? [{ exp_labels: { ...labels, ...LABELS[alert] }, exp_annotations: annotations }]
        : [],
    })),
  }));
  const path = join(home, "tests.json");
  await Bun.write(path, JSON.stringify({ rule_files: [RULES], evaluation_interval: "1m", tests }));
  const { stdout, stderr } = promtool("test", "rules", path);
  expect(`${stdout}${stderr}`).toContain("SUCCESS");
});
