import type { Page, Request } from "@playwright/test";

/** The waitlist card, found by role and label. */
export const JOIN_CALL = "**/trpc/public.waitlist.join**";
export const JOIN_PATH = "waitlist.join";

export const newAddress = () => `visitor-${crypto.randomUUID()}@example.com`;
/** Also once the person has joined and the form is hidden. */
const form = (page: Page) => page.locator("form[aria-label=Waitlist]");
export const firstName = (page: Page) => form(page).getByLabel("First name");
export const email = (page: Page) => form(page).getByLabel("Email");
export const beta = (page: Page) => form(page).getByLabel("Yes, I want exclusive beta access!");
export const submit = (page: Page) => form(page).locator("[type=submit]");
/** Opens the form again below the card of the person who joined. */
export const another = (page: Page) => page.locator("summary", { hasText: "Sign up someone else" });
export const toast = (page: Page) => page.getByRole("status");
export const region = (page: Page) => page.getByRole("region", { name: /Notifications/ });

export async function fill(page: Page, address = newAddress()): Promise<string> {
  await firstName(page).fill("Amina");
  await email(page).fill(address);
  return address;
}

/** The calls that the page makes from now on. */
export function callsTo(page: Page, part: string): Request[] {
  const calls: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes(part)) calls.push(request);
  });
  return calls;
}
