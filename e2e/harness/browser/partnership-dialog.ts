import type { Page } from "@playwright/test";

/** The partnership dialog, found by role and label. */
export const INQUIRY_CALL = "**/trpc/public.partnerships.submit**";
export const INQUIRY_PATH = "partnerships.submit";

export const partner = (page: Page) => page.getByRole("button", { name: "Partner With Us" });
export const dialog = (page: Page) => page.getByRole("dialog", { name: "Partnership Inquiry" });
export const businessName = (page: Page) => dialog(page).getByLabel("Business name");
export const email = (page: Page) => dialog(page).getByRole("textbox", { name: "Email" });
export const phone = (page: Page) => dialog(page).getByLabel("Phone");
export const send = (page: Page) => dialog(page).getByRole("button", { name: "Submit Partnership Inquiry" });

export async function open(page: Page): Promise<void> {
  await partner(page).click();
  await dialog(page).waitFor();
}

export async function fillRequired(page: Page): Promise<string> {
  const address = `shop-${crypto.randomUUID()}@example.com`;
  await businessName(page).fill("Noor Grill");
  await email(page).fill(address);
  return address;
}
