import type { APIRequestContext } from "@playwright/test";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectGoodScreen,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import { enter, fillLogin, signedIn } from "../../../harness/browser/staff.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of (400|401)/ });

/** A device begins to sign in, as the command line does. */
async function start(request: APIRequestContext, name: string) {
  const answer = await request.post("/api/admin/devices", { data: { name } });
  return (await answer.json()) as { deviceCode: string; userCode: string };
}

const poll = (request: APIRequestContext, deviceCode: string) =>
  request.post("/api/admin/devices/token", { data: { deviceCode } });

test("staff sign in at a device's link, see which device asks, and approve it with a button alone", async ({
  page,
  context,
  request,
}) => {
  const account = await signedIn(context);
  await context.clearCookies();
  const { deviceCode, userCode } = await start(request, "amina-laptop");
  await page.goto(`/admin/device?code=${userCode}`);
  await fillLogin(page, account);
  await enter(page).click();
  await expect(page.getByLabel("Code")).toHaveValue(userCode);
  await expectGoodScreen(page, /Approve a device/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toContainText(userCode);
  await expect(page.getByText("amina-laptop")).toBeVisible();
  await expect(page.getByText("Network address")).toBeVisible();
  expect(((await (await poll(request, deviceCode)).json()) as { code: string }).code).toBe(
    "AUTHORIZATION_PENDING",
  );
  await atEverySize(page, () => expectAccessible(page));
  await page.getByLabel("See the audit log").uncheck();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "The device is signed in" })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  const collected = (await (await poll(request, deviceCode)).json()) as { scopes: string[] };
  expect(collected.scopes).toContain("sync:run");
  expect(collected.scopes).not.toContain("audit:read");
  await page.getByRole("link", { name: "Security", exact: true }).last().click();
  await expect(page.getByRole("listitem").filter({ hasText: "amina-laptop" })).toBeVisible();
});

test("a wrong code is refused at its field, and a device can be denied", async ({
  page,
  context,
  request,
}) => {
  await signedIn(context, "partner_manager");
  const { deviceCode, userCode } = await start(request, "stranger");
  await page.goto("/admin/device");
  const code = page.getByLabel("Code");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(code).toHaveAccessibleDescription("Code is required");
  await code.fill("BBBB-BBBB");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(code).toHaveAccessibleDescription("This code is wrong or has expired");
  await code.fill(userCode.replace("-", " ").toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("See places")).toBeChecked();
  await expect(page.getByLabel("See the audit log")).toHaveCount(0);
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByText("Access denied")).toBeVisible();
  expect(((await (await poll(request, deviceCode)).json()) as { code: string }).code).toBe("ACCESS_DENIED");
});
