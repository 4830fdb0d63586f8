import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jobsOf } from "../../core/jobs/runner.ts";
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

/** Labels that Prometheus itself adds. */
const SCRAPED = ["instance", "job", "le"];

/** What an expression names that does not exist: metrics, and labels of none of its metrics. */
function unknownIn(expr: string, legend = ""): readonly string[] {
  const exported = new Map(app.deps.metrics.registry.getMetricsAsArray().map((each) => [each.name, each]));
  const metrics = expr.match(/\b(rihla|process|nodejs)_\w+/g) ?? [];
  const found = metrics.map(
    (name) => exported.get(name) ?? exported.get(name.replace(/_(bucket|sum|count)$/, "")),
  );
  // the library keeps the names of labels, and its types leave them out
  const known = new Set(
    found.flatMap((each) => (each as { labelNames?: string[] } | undefined)?.labelNames ?? []),
  );
  const selectors = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(
    ([, inside = ""]) => inside.match(/\w+(?==~?"|!)/g) ?? [],
  );
  const groups = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside = ""]) => inside.split(/, */));
  const shown = [...legend.matchAll(/\{\{ *(?:\$labels\.)?(\w+) *\}\}/g)].map(([, label = ""]) => label);
  const labels = [...selectors, ...groups, ...shown].filter(
    (label) => !known.has(label) && !SCRAPED.includes(label),
  );
  return [...metrics.filter((_, at) => found[at] === undefined), ...labels.map((label) => `label ${label}`)];
}

test("every metric and label that an alert rule names is exported", () => {
  expect(rules.length).toBeGreaterThan(20);
  const wrong = rules.map(
    ({ alert, expr, annotations }) => [alert, unknownIn(expr, annotations.summary)] as const,
  );
  expect(wrong.filter(([, unknown]) => unknown.length > 0)).toEqual([]);
  expect(unknownIn('sum by (nonsense) (rihla_made_up{kind="x"})')).toEqual([
    "rihla_made_up",
    "label kind",
    "label nonsense",
  ]);
});

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

test("the dashboard shows metrics and labels that are exported, and no panel covers another", async () => {
  const { panels } = (await Bun.file(join(ROOT, "docs/grafana.json")).json()) as { panels: readonly Panel[] };
  const targets = panels.flatMap(({ title, targets: each = [] }) =>
    each.map((target) => ({ title, ...target })),
  );
  expect(targets.length).toBeGreaterThan(30);
  const wrong = targets.map(
    ({ title, expr, legendFormat }) => [title, unknownIn(expr, legendFormat)] as const,
  );
  expect(wrong.filter(([, unknown]) => unknown.length > 0)).toEqual([]);
  const covered = panels.filter((one, at) =>
    panels
      .slice(at + 1)
      .some(
        ({ gridPos: { x, y, w, h } }) =>
          one.gridPos.x < x + w &&
          x < one.gridPos.x + one.gridPos.w &&
          one.gridPos.y < y + h &&
          y < one.gridPos.y + one.gridPos.h,
      ),
  );
  expect(covered.map(({ title }) => title)).toEqual([]);
});

test("every job that an alert rule names is one", () => {
  const jobs = jobsOf(app.deps).map(({ operation }) => operation);
  const named = rules.flatMap(({ expr }) => /name!="([^"]+)"/.exec(expr)?.[1] ?? []);
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !jobs.includes(name))).toEqual([]);
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
  [{ 'rihla_job_late_seconds{name="operator.maintenance.sweep"}': "1700+60x60" }, ["RihlaJobStuck"]],
  [{ 'rihla_job_running_seconds{name="sync.tick"}': "1700+60x60" }, []],
  [{ rihla_job_runners: "0x60" }, ["RihlaNoRunner"]],
];

/** Labels that an alert takes over from its series. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RihlaDown: { job: "rihla" },
  RihlaDatabaseAway: { source: "mails" },
  RihlaJobFails: { name: "operator.mail.deliver" },
  RihlaSuccessesStopped: { kind: "signups" },
  RihlaJobStuck: { name: "operator.maintenance.sweep" },
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
