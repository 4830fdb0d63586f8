import type { Page } from "@playwright/test";
import { expect } from "./screen.ts";

/** Descriptions of the actions, fields and paragraphs of a dialog that a toast covers. */
const coveredByToast = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = document.querySelector("[data-scope=toast][data-part=root]");
    if (!shown) return ["there is no toast"];
    const toast = shown.getBoundingClientRect();
    // a child outside of the toast would take clicks meant for the page
    const outside = [...shown.querySelectorAll("*")].filter((each) => {
      const { top, bottom, height } = each.getBoundingClientRect();
      return height > 0 && (top < toast.top || bottom > toast.bottom);
    });
    if (outside.length > 0) return outside.map((each) => each.outerHTML);
    const actions = document.querySelectorAll<HTMLElement>(
      "a[href],button,input,select,textarea,summary,[role=dialog] :is(h2,p,li)",
    );
    return [...actions]
      .filter((each) => !each.closest("[inert],[data-scope=toast]") && each.checkVisibility())
      .filter((each) => {
        const { left, top, right, bottom, width } = each.getBoundingClientRect();
        const isApart =
          right <= toast.left || left >= toast.right || bottom <= toast.top || top >= toast.bottom;
        return width > 1 && !isApart;
      })
      .map((each) => each.outerHTML.slice(0, 120));
  });

/** The toast covers no action, no field and no text of a dialog, and is inside the window. */
export async function expectToastCoversNothing(page: Page): Promise<void> {
  await page.mouse.move(0, 0); // a toast under the pointer stays where it is
  await expect.poll(() => coveredByToast(page)).toEqual([]);
  await expect(page.locator("[data-scope=toast][data-part=root]")).toBeInViewport({ ratio: 0.99 });
}
