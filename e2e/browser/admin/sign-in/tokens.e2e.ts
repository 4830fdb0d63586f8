import {
  atEverySize,
  expect,
  expectAccessible,
  expectGoodScreen,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import { openAsNew, rowOf, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 401/ });

test("staff create a token, which is shown once, see what it may call and when it was used, and revoke it", async ({
  page,
  playwright,
  baseURL,
}) => {
  await openAsNew(page, "/admin/security", "admin"); // a super admin also sees those of service accounts
  await page.getByRole("button", { name: "New token" }).click();
  const form = page.getByRole("dialog", { name: "New API token" });
  await form.getByRole("button", { name: "Create token" }).click();
  await expect(form.getByLabel("Name")).toHaveAccessibleDescription("Name is required");
  await expect(form.getByText("Please choose at least one scope").first()).toBeVisible();
  await form.getByLabel("Name").fill("Nightly report");
  await form.getByLabel("See waitlist signups").check();
  await form.getByLabel("Valid for").selectOption("7 days");
  await atEverySize(page, () => expectAccessible(page));
  await form.getByRole("button", { name: "Create token" }).click();

  const made = page.getByRole("dialog", { name: "Your new token" });
  const token = (await made.locator("code").textContent()) ?? "";
  expect(token).toMatch(/^rihla_[0-9A-Za-z]{40}$/);
  await expect(made.getByRole("button", { name: "Copy the token" })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await made.getByRole("button", { name: "Done" }).click();
  await expect(made).toHaveCount(0);

  const api = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });
  expect((await api.get("/api/admin/waitlist")).status()).toBe(200);
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: "Nightly report" });
  await expect(row).toContainText(`rihla_…${token.slice(-4)}`);
  await expect(row).toContainText("Last used");
  await row.getByText(/^\d+ calls$/).click();
  await expect(row.getByText("GET /api/admin/waitlist", { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(token);
  await expectGoodScreen(page, /Security/);

  await row.getByRole("button", { name: /^Revoke/ }).click();
  const question = page.getByRole("dialog", { name: "Revoke this token?" });
  await expect(question).toContainText("Nightly report");
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(toast(page)).toContainText("Token revoked");
  await expect(page.getByText("You have no tokens.")).toBeVisible();
  expect((await api.get("/api/admin/waitlist")).status()).toBe(401);
  await api.dispose();
});

test("a super admin gives a service account a token, and its row among the users has no password, role or session to change", async ({
  page,
}) => {
  const service = `ci-${crypto.randomUUID().slice(0, 8)}`;
  await openAsNew(page, "/admin/security");
  await page.getByRole("button", { name: "New token" }).click();
  const form = page.getByRole("dialog", { name: "New API token" });
  await form.getByLabel("Name").fill("Nightly export");
  await form.getByLabel("Service account (optional)").fill(service);
  await form.getByLabel("See waitlist signups").check();
  await form.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("dialog", { name: "Your new token" }).getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("listitem").filter({ hasText: `service ${service}` });
  await expect(row).toContainText("Nightly export");
  await row.getByRole("button", { name: /^Revoke/ }).click();
  await page
    .getByRole("dialog", { name: "Revoke this token?" })
    .getByRole("button", { name: "Revoke" })
    .click();
  await expect(row).toHaveCount(0);

  await page.goto(`/admin/users?q=${service}`);
  const account = rowOf(page, service);
  await expect(account).toContainText("service account");
  await expect(page.getByLabel(`Role of ${service}`, { exact: true })).toHaveCount(0);
  await atEverySize(page, () => expectAccessible(page));
  await page.getByRole("link", { name: service, exact: true }).click();
  await expect(page.getByText("it belongs to no person")).toBeVisible();
});
