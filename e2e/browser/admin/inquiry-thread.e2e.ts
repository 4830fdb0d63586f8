import { editAnswer } from "../../harness/browser/edit-response.ts";
import { atEverySize, expect, expectAccessible, test } from "../../harness/browser/screen.ts";
import { postAsStaff } from "../../harness/browser/staff.ts";
import { addInquiry, addressOf, open, rowOf, someName } from "../../harness/browser/staff-lists.ts";

interface Detail {
  readonly id: string;
}

test("an inquiry shows sent and received emails in the order of time, and says what is unusual about one", async ({
  page,
}) => {
  const name = someName("Thread Bakery");
  const id = await addInquiry(name, { message: "May we join?" });
  await postAsStaff(`/api/admin/partnerships/${id}/answers`, { text: "Salam, when do you open?" });
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const reply = { quoted: "", fromOther: false, attachments: 0, automatic: false, receivedAt: at(2) };
  const replies = [
    { ...reply, id: "1", text: "I am away until Monday.", sentFrom: addressOf(name), automatic: true },
    {
      ...{ ...reply, id: "2", text: "At nine.\nSee https://noor.example", sentFrom: "cousin@else.example" },
      ...{ quoted: "> Salam, when do you open?", fromOther: true, attachments: 2, receivedAt: at(3) },
    },
  ];
  await editAnswer<Detail>(page, "admin.partnerships.get", (json) =>
    json.id === id
      ? { ...json, replies, repliedAt: at(3), repliesComeIn: true, stage: "new", answeredAt: null }
      : json,
  );
  await open(page, `/admin/inquiries?open=${id}`);
  const side = page.getByRole("region", { name, exact: true });
  const emails = side.getByRole("list", { name: "Emails about this inquiry" }).getByRole("listitem");
  await expect(emails).toHaveCount(3);
  await expect(emails.nth(0)).toContainText("Salam, when do you open?");
  await expect(emails.nth(1)).toContainText("Automatic email");
  const last = emails.nth(2);
  await expect(last).toContainText("From cousin@else.example");
  await expect(last).toContainText("From another address");
  await expect(last).toContainText("2 attachments not saved.");
  await expect(last.getByRole("link")).toHaveCount(0);
  await expect(last.getByText("> Salam, when do you open?")).toBeHidden();
  await last.getByText("Earlier emails").click();
  await expect(last.getByText("> Salam, when do you open?")).toBeVisible();
  await expect(side).toContainText("They replied 0 min ago");
  await expect(side).toContainText("Replies appear here.");
  await atEverySize(page, () => expectAccessible(page));
});

test("a list of inquiries says which one a reply came back to", async ({ page }) => {
  const name = someName("Answered Grill");
  const id = await addInquiry(name);
  await editAnswer<{ items: Detail[] }>(page, "admin.partnerships.list", (json) => ({
    ...json,
    items: json.items.map((item) =>
      item.id === id ? { ...item, repliedAt: new Date().toISOString() } : item,
    ),
  }));
  await open(page, `/admin/inquiries?q=${encodeURIComponent(name)}`);
  await expect(rowOf(page, name)).toContainText("They replied 0 min ago");
});
