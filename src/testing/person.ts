import { inquiryReplies } from "../modules/inquiries/table.ts";
import { basic, partner } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { pdf } from "./evidence-files.ts";
import { CARDS, decide, give } from "./gifts.ts";
import { addPasskey, PARTNER_PASSKEYS } from "./passkeys.ts";
import { place } from "./places/places.ts";

/** A person of whom every module keeps something. */
export const PERSON = {
  email: "zaynab.q@person.example",
  /** Everything that tells who the person is. */
  traces: ["zaynab", "qamarbakery", "qamar bakery", "5559871234", "198.51.100.77", "kept the recipe"],
} as const;

const REPLY = {
  messageHash: "1",
  text: "Zaynab says thank you",
  quoted: "> Salam Zaynab",
  attachments: 0,
  automatic: false,
  receivedAt: new Date(0),
};

const PASSWORD = "six figs and a pear";
const from = "198.51.100.77";

/** The Cookie header of the person's session as a partner. */
type PartnerHeaders = Record<string, string>;

/**
 * Does nearly everything that makes the product keep something about the person (`fillPersonAndTrash` does the rest). Needs
 * the staff account `admin`.
 */
export async function fillPerson(app: TestApp): Promise<PartnerHeaders> {
  await joinAndWrite(app);
  const headers = await registerAndClaim(app);
  await giveInEveryWay(app);
  await broadcastToAll(app);
  return headers;
}

/** `fillPerson`, with a corrected address, an imported signup and a place in the trash that the person wrote about. */
export async function fillPersonAndTrash(app: TestApp): Promise<void> {
  await joinAndBeCorrected(app);
  await claimDeletedPlace(app, await fillPerson(app));
}

async function joinAndWrite(app: TestApp): Promise<void> {
  const signup = { firstName: "Zaynab", email: PERSON.email };
  await app.send("POST /api/waitlist", { from, body: signup });
  await app.send("POST /api/waitlist", { from, body: { ...signup, hp_note: "spam" } });
  const again = await app.send("POST /api/waitlist", { from, body: signup });
  const headers = { Cookie: again.headers.getSetCookie().join().split(";")[0] ?? "" };
  await app.send("POST /api/joined/greeting", { from, headers, body: { on: true } });
  const inquiry = {
    businessName: "Qamar Bakery",
    contactName: "Zaynab Q",
    email: PERSON.email.toUpperCase(),
    phone: "5559871234",
    website: "qamarbakery.example",
    city: "Zaynabville",
    message: "I kept the recipe",
  };
  const { id } = (await app.send("POST /api/partnership", { from, body: inquiry })).json;
  const change = { ...inquiry, city: "Dearborn" };
  await app.send(`PUT /api/admin/partnerships/${id}`, { headers: basic("admin"), body: change });
  for (const stage of ["answered", "won"])
    await app.send(`PUT /api/admin/partnerships/${id}/progress`, {
      headers: basic("admin"),
      body: { stage },
    });
  const text = "Salam Zaynab, thank you";
  await app.send(`POST /api/admin/partnerships/${id}/answers`, { headers: basic("admin"), body: { text } });
  await app.db.orm.insert(inquiryReplies).values([
    { ...REPLY, id: `reply-of-${id}`, inquiryId: id, sentFrom: PERSON.email, sentFromKey: PERSON.email },
    {
      ...REPLY,
      id: `reply-from-other-${id}`,
      inquiryId: id,
      sentFrom: "z@x.example",
      sentFromKey: "z@x.example",
      messageHash: "2",
    },
  ]);
  const note = { kind: "inquiry", subjectId: id, text: "Zaynab kept the recipe, says her cousin" };
  await app.send("POST /api/admin/notes", { headers: basic("admin"), body: note });
  await app.send("POST /api/partnership", { from, body: { ...inquiry, hp_note: "spam" } });
  const second = { ...inquiry, businessName: "Qamar Kiosk" };
  const deleted = (await app.send("POST /api/partnership", { from, body: second })).json;
  await app.send(`DELETE /api/admin/partnerships/${deleted.id}`, { headers: basic("admin") });
}

/** The address was misspelled; then the signup was deleted, and the person joined again and was on an imported list. */
async function joinAndBeCorrected(app: TestApp): Promise<void> {
  const headers = basic("admin");
  const misspelled = PERSON.email.replace("person", "persom");
  await app.send("POST /api/waitlist", { from, body: { firstName: "Zaynab", email: misspelled } });
  await app.operate("admin.waitlist.welcome", {});
  const [{ id }] = (await app.send(`GET /api/admin/waitlist?q=${misspelled}`, { headers })).json;
  const corrected = { email: PERSON.email, firstName: "Zaynab Q", city: "Zaynabville" };
  await app.send(`PUT /api/admin/waitlist/${id}`, { headers, body: corrected });
  await app.send(`DELETE /api/admin/waitlist/${id}`, { headers });
  await app.send("POST /api/waitlist", { from, body: { firstName: "Zaynab", email: PERSON.email } });
  const list = `firstName,email,consentSource,consentAt\r\nZaynab,${PERSON.email},Zaynab's fair,2025-01-01\r\n`;
  await app.send("POST /api/admin/waitlist/import", {
    headers: { ...headers, "Content-Type": "text/csv" },
    raw: Buffer.from(list),
  });
}

async function registerAndClaim(app: TestApp): Promise<PartnerHeaders> {
  const names = { businessName: "Qamar Bakery", contactName: "Zaynab Q", phone: "5559871234" };
  await app.send("POST /partner/api/register", {
    from,
    body: { email: PERSON.email, password: PASSWORD, ...names },
  });
  const login = await app.send("POST /partner/api/login", {
    from,
    body: { email: PERSON.email, password: PASSWORD },
  });
  const headers = { Cookie: /partner_session=[\w-]+/.exec(login.headers.get("set-cookie") ?? "")?.[0] ?? "" };
  await addPasskey(app, PARTNER_PASSKEYS, headers);
  const send = (line: string, body: unknown) => app.send(line, { from, headers, body });
  const upload = { ...headers, "Content-Type": "application/octet-stream", "X-File-Name": "zaynab.pdf" };
  const file = await app.send("POST /partner/api/evidence", { from, raw: pdf("zaynab"), headers: upload });
  const documents = ["I am Zaynab of Qamar Bakery", `file:${file.json.id}`];
  const owned = await place(app);
  const won = (await send("POST /partner/api/poi-claims", { poiId: owned.id, documents })).json;
  const decision = { decision: "approved", notes: "Called Zaynab" };
  await app.send(`PUT /api/reviews/claims/${won.id}`, { headers: basic("admin"), body: decision });
  await app.send(`POST /api/places/${owned.id}/reports`, { body: { kind: "other", text: "Cold food" } });
  const [reported] = (await app.send("GET /partner/api/reports", { headers })).json;
  await send(`PUT /partner/api/reports/${reported.id}`, { reply: "Zaynab says sorry" });
  const other = await place(app, { name: "Elm Masjid", address: "1 Elm St" });
  await send("POST /partner/api/poi-claims", { poiId: other.id, documents: ["Zaynab again"] });
  const report = { kind: "closed", text: "Zaynab found it closed", email: PERSON.email };
  await send(`POST /api/places/${other.id}/reports`, report);
  const suggestion = { name: "Missing Bakery", why: "Zaynab misses it", email: PERSON.email };
  await send("POST /api/places/suggestions", suggestion);
  await send(`POST /partner/api/my-pois/${won.poiId}/proposals`, { fields: { name: "Qamar Bakery" } });
  const neighbor = await partner(app, "neighbor@example.com");
  const invitation = { email: PERSON.email, role: "editor" };
  await app.send("POST /partner/api/people/invitations", { headers: neighbor.headers, body: invitation });
  const theirs = await place(app, { name: "Birch Grill", address: "2 Birch St" }, neighbor.id);
  await send(`POST /partner/api/pois/${theirs.id}/transfer`, { documents: ["Zaynab bought it"] });
  const request = { category: "grocery", address: "77 Elm Ave", city: "Dearborn", state: "MI" };
  await send("POST /partner/api/poi-requests", { ...request, name: "Zaynab's shop", phone: "5559871234" });
  return headers;
}

/** A claim and a report of the person about a place that is then deleted: both go to the trash with it. */
async function claimDeletedPlace(app: TestApp, headers: PartnerHeaders): Promise<void> {
  const deleted = await place(app, { name: "Cedar Grill", address: "3 Cedar St" });
  const claim = { poiId: deleted.id, documents: ["Zaynab runs it too"] };
  await app.send("POST /partner/api/poi-claims", { from, headers, body: claim });
  const report = { kind: "other", text: "Zaynab knows the cook", email: PERSON.email };
  await app.send(`POST /api/places/${deleted.id}/reports`, { from, body: report });
  await app.send(`DELETE /api/admin/pois/${deleted.id}`, { headers: basic("admin") });
}

async function giveInEveryWay(app: TestApp): Promise<void> {
  const giver = { customerEmail: PERSON.email, customerName: "Zaynab Q" };
  await give(app, { ...giver, amount: 10 }); // stays open
  await give(app, { ...giver, amount: 11, cardNumber: CARDS.refused });
  await give(app, { ...giver, amount: 12, cardNumber: CARDS.away }); // a pledge
  const played = (await give(app, { ...giver, amount: 13 })).json;
  await decide(app, played.paymentUrl, "confirm");
  const real = (await give(app, { ...giver, amount: 14 })).json;
  await decide(app, real.paymentUrl, "confirm");
  await app.db.query("update payments set gateway = 'stripe' where id = $1", [real.paymentId]);
}

async function broadcastToAll(app: TestApp): Promise<void> {
  const headers = basic("admin");
  const body = { subject: "News", markdown: "Assalamu alaikum, {name}." };
  const { id, audience } = (await app.send("POST /api/admin/broadcasts", { headers, body })).json;
  await app.send(`POST /api/admin/broadcasts/${id}/send`, { headers, body: { count: audience } });
}
