import type { BrowserContext } from "@playwright/test";

const BINDING = "reportPolicyViolation";

/**
 * Adds every violation of a content security policy, enforced or report-only, to `violations`, in all pages that the
 * context opens from now on. A script that catches the error leaves no line in the console, only this event.
 */
export async function recordPolicyViolations(context: BrowserContext, violations: string[]): Promise<void> {
  await context.exposeFunction(BINDING, (violation: string) => void violations.push(violation));
  await context.addInitScript((binding) => {
    // In the capture phase of the window: no script of the page has run yet and none can stop the event.
    window.addEventListener(
      "securitypolicyviolation",
      ({ effectiveDirective, blockedURI }) => {
        const report: unknown = Reflect.get(window, binding);
        if (typeof report === "function") report(`${effectiveDirective} ${blockedURI}`);
      },
      true,
    );
  }, BINDING);
}
