import { recordPolicyViolations } from "../harness/browser/policy.ts";
import { expect, test } from "../harness/browser/screen.ts";

const PROBE = "try { new Function(''); } catch {}";

test("a violation of the policy that its script hides is recorded, enforced or report-only", async ({
  browser,
  baseURL,
}) => {
  for (const header of ["Content-Security-Policy", "Content-Security-Policy-Report-Only"]) {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const violations: string[] = [];
    await recordPolicyViolations(context, violations);
    const page = await context.newPage();
    await page.route("**/probe.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: PROBE }),
    );
    await page.route("**/probe", (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { [header]: "script-src 'self'" },
        body: "<script src='/probe.js'></script>",
      }),
    );
    await page.goto("/probe");
    await expect.poll(() => violations).toEqual(["script-src eval"]);
    await context.close();
  }
});
