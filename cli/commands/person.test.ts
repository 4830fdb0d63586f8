import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { PASSWORD, rihla, type Served, SLOW, servedHere } from "../testing.ts";

let served: Served;
let env: Served["env"];
beforeAll(async () => {
  served = await servedHere();
  env = { ...served.env, RIHLA_NEW_PASSWORD: PASSWORD };
}, SLOW);
afterAll(() => served.close());

test(
  "An operator reads, exports and erases what is kept about an address, and erases only with --yes",
  async () => {
    const email = "salma@person.example";
    const partner = ["--email", email, "--business-name", "Salma Sweets", "--contact-name", "Salma"];
    expect((await rihla(["partner", "create", ...partner], env)).exit).toBe(0);

    const shown = await rihla(["person", "show", email], env);
    expect(shown.exit).toBe(0);
    for (const text of [
      "Partner account (1)",
      "Salma Sweets",
      "Emails (1)",
      "stays after erasing",
      "Audit entries",
    ])
      expect(shown.out).toContain(text);
    const json = JSON.parse((await rihla(["person", "show", email, "--json"], env)).out);
    expect(json).toMatchObject({ email, counts: { partnerAccounts: 1, mails: 1, signups: 0 } });
    const file = join(served.dataDir, "person.json");
    expect((await rihla(["person", "export", email, "--out", file], env)).exit).toBe(0);
    expect(await Bun.file(file).json()).toMatchObject({
      email,
      data: { partnerAccounts: [{ contactName: "Salma" }] },
    });

    const asked = await rihla(["person", "erase", email], env);
    expect([asked.exit, asked.err]).toEqual([2, expect.stringContaining("--yes")]);
    const erased = await rihla(["person", "erase", email, "--yes", "--json"], env);
    expect([erased.exit, JSON.parse(erased.out)]).toEqual([
      0,
      { success: true, forgotten: 3, kept: json.kept }, // the account, its mail and the link in it
    ]);
    const again = await rihla(["person", "erase", email, "--yes", "--json"], env);
    expect([again.exit, JSON.parse(again.out)]).toEqual([
      0,
      { success: true, forgotten: 0, kept: json.kept },
    ]);
    expect((await rihla(["person", "erase", "nonsense", "--yes"], env)).exit).toBe(2);
    const unknown = await rihla(["person", "show", "nobody@person.example"], env);
    expect([unknown.exit, unknown.out]).toEqual([0, "Nothing is kept about nobody@person.example.\n"]);
  },
  SLOW,
);
