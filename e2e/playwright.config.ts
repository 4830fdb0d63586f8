import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0; // Chromium's sandbox refuses root
/**
 * Pages of its own that a newer Chromium opens behind every window: a fifth of the time. The last list on the command
 * line counts, so what Playwright turns off stands here again.
 */
const WITHOUT = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];
const QUIET = [
  `--disable-features=${WITHOUT.join(",")}`,
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
  "--in-process-gpu", // without it a page takes a tenth more CPU
  // A page lives for seconds, too short for the last compilers: they took about a twelfth of the browser's CPU. Inline
  // caches fill from a function's first call on.
  "--js-flags=--no-turbofan,--no-maglev,--no-lazy-feedback-allocation",
];

/** Runs against a server that is up: BASE_URL, or the default port. */
export default defineConfig({
  testDir: "./browser",
  testMatch: "*.e2e.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 4, // on two cores the others work while one or two wait
  retries: 1, // on a busy machine; the test command names what passed only the second time
  forbidOnly: true,
  reporter: [["list"]],
  timeout: 60_000, // milliseconds; a busy machine of two cores is slow
  expect: { timeout: 15_000 },
  use: {
    baseURL: process.env.BASE_URL ?? "http://localhost:3000",
    contextOptions: { reducedMotion: "reduce" }, // animations took a third of the time of a page; MOVING turns them on
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off", // writing it costs a fifth of the time
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: isRoot ? ["--no-sandbox", ...QUIET] : QUIET,
    },
  },
});
