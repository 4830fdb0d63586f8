import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 400/ }); // the forged link

test("a malformed link says at once that it does not work", async ({ page }) => {
  for (const path of [
    "/issuers/answer/abc",
    "/issuers/answer",
    "/partner/reset/abc",
    "/admin/invitation/a.b",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
    await expect(page.getByRole("form")).toHaveCount(0);
  }
});

test("an issuer must choose an answer, and a forged link is refused", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
  await page.goto(`/issuers/answer/${"x".repeat(43)}`);
  const send = page.getByRole("button", { name: "Send the answer" });
  await send.click();
  await expect(page.getByText("Please choose an answer").first()).toBeVisible();
  expect(calls).toEqual([]);
  await page.getByRole("radio", { name: "Revoked" }).check();
  await send.click();
  await expect(page.getByRole("alert")).toHaveText("This link has expired or was used already");
  expect(calls).toHaveLength(1);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /Is this certificate yours\?/);
    await expectAccessible(page);
  });
});
