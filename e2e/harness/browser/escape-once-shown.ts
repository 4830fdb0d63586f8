import type { Page } from "@playwright/test";

/** Presses Escape in the commit that shows what `selector` finds, sooner than any real key could be pressed. */
export async function escapeOnceShown(page: Page, selector: string): Promise<void> {
  await page.evaluate((shown) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(shown)) return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }));
    });
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  }, selector);
}
