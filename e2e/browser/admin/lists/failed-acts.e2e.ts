import type { Page, Route } from "@playwright/test";
import { addPartner } from "../../../harness/browser/review-cases.ts";
import { expect, PHONE, test } from "../../../harness/browser/screen.ts";
import { postAsStaff } from "../../../harness/browser/staff.ts";
import { addInquiry, addressOf, open, someName, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 503|ERR_FAILED/ });

/** What the server, or the way to it, answers instead. */
const FAILURES: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  "a server that is being started": (route) => route.fulfill({ status: 503, body: "starting" }),
  "no connection": (route) => route.abort(),
};

interface Act {
  /** Opens the panel with the act. */
  readonly open: (page: Page) => Promise<void>;
  /** The button that is pressed, and the one that confirms, if any. */
  readonly buttons: readonly string[];
  readonly failed: string;
}

const idIn = async (page: Page, path: string): Promise<string> => {
  const [row] = (await (await page.request.get(path)).json()) as { readonly id: string }[];
  return row?.id ?? "";
};

async function invited(): Promise<string> {
  const username = someName("invited").replace(" ", "-");
  await postAsStaff("/api/admin/users/invite", { username, email: addressOf(username), role: "admin" });
  return username;
}

const ACTS: Readonly<Record<string, Act>> = {
  "sending a mail again": {
    async open(page) {
      const username = await invited();
      await open(page, "/admin/mails");
      const id = await idIn(page, `/api/admin/mails?q=${addressOf(username)}`);
      await page.goto(`/admin/mails?open=${id}`);
    },
    buttons: ["Send again"],
    failed: "The email was not queued again",
  },
  "inviting a user again": {
    async open(page) {
      const username = await invited();
      await open(page, "/admin/users");
      await page.goto(`/admin/users?open=${await idIn(page, `/api/admin/users?q=${username}`)}`);
    },
    buttons: ["Invite again"],
    failed: "Failed to invite the user",
  },
  "making an account for an inquiry": {
    async open(page) {
      await open(page, `/admin/inquiries?open=${await addInquiry(someName("Account Bakery"))}`);
    },
    buttons: ["Create an account for them", "Create account"],
    failed: "Failed to create the account",
  },
  "ending a partner's sessions": {
    async open(page) {
      const { id } = await addPartner(someName("Failing Bakery"));
      await open(page, `/partner-manager?open=${id}`);
    },
    buttons: ["End all"],
    failed: "Failed to end the sessions",
  },
};

test("every act of a panel says on a phone that it failed, and can be tried again with the keyboard", async ({
  page,
}) => {
  for (const [name, { open: openPanel, buttons, failed }] of Object.entries(ACTS))
    await test.step(name, async () => {
      await openPanel(page);
      for (const fail of Object.values(FAILURES)) {
        await page.route("**/trpc/**", (route) =>
          route.request().method() === "POST" ? fail(route) : route.fallback(),
        );
        for (const button of buttons)
          await page.getByRole("button", { name: button, exact: true }).press("Enter");
        await expect(toast(page).first()).toContainText(failed);
        await page.unroute("**/trpc/**");
        await page.reload(); // without the toast
      }
    });
});
