import type { Locator, Page } from "@playwright/test";
import { expect } from "./screen.ts";
import { postAsStaff, type StaffAccount, signedIn, signInShared } from "./staff.ts";

/** A name that no other test's rows have. */
export const someName = (kind: string): string => `${kind} ${crypto.randomUUID().slice(0, 8)}`;

export const addressOf = (name: string): string => `${name.replaceAll(" ", ".").toLowerCase()}@example.org`;

/** A visitor joins the waitlist; with `hp_note` filled in, as a bot would. */
export async function join(page: Page, firstName: string, more: object = {}): Promise<void> {
  const data = { firstName, email: addressOf(firstName), ...more };
  const answer = await page.request.post("/api/waitlist", { data });
  expect(answer.status()).toBe(201);
}

/** Adds an inquiry as staff do. Returns its id. */
export async function addInquiry(businessName: string, more: object = {}): Promise<string> {
  const data = { businessName, email: addressOf(businessName), ...more };
  return ((await postAsStaff("/api/admin/partnerships", data)) as { id: string }).id;
}

export const list = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
/** The rows with this text, those behind a dialog too: else a row would count as gone while a dialog is open. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole("row", { includeHidden: true }).filter({ hasText: text });
export const toast = (page: Page): Locator => page.locator("[data-scope=toast][data-part=root]");

/** Adds a filter to a list and returns its control. Of a screen with several lists, `of` is the list. */
export async function addFilter(page: Page, label: string, of: Page | Locator = page): Promise<Locator> {
  await of.getByRole("button", { name: "+ Filter" }).click();
  await page.getByRole("menuitem", { name: label, exact: true }).click();
  return of.getByLabel(label, { exact: true });
}

/** Opens a row's menu and selects an action. */
export async function act(page: Page, of: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${of}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Holds back the news of what others have changed: lists show what they have loaded, whatever other tests do. */
export async function withoutNews(page: Page): Promise<void> {
  await page.route("**/trpc/admin.changes.since**", () => undefined);
}

/** Opens a screen as an account that tests share. A test that changes its account or its sessions needs `openAsNew`. */
export async function open(
  page: Page,
  path: string,
  role: StaffAccount["role"] = "super_admin",
): Promise<void> {
  await signInShared(page.context(), role);
  await page.goto(path);
}

/** Opens a screen as a new account of this role. */
export async function openAsNew(
  page: Page,
  path: string,
  role: StaffAccount["role"] = "super_admin",
): Promise<StaffAccount> {
  const account = await signedIn(page.context(), role);
  await page.goto(path);
  return account;
}
