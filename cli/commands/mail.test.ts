import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import { createFirstAdmin, rihla, SLOW } from "../testing.ts";

let dir: DataDir;
beforeAll(async () => {
  dir = await freshDataDir();
}, SLOW);
afterAll(() => dir?.remove());

test(
  "A delivery exits 5 with the counts if some mails fail, and 0 if none are due",
  async () => {
    const env = { DATA_DIR: dir.path };
    await createFirstAdmin(env);
    const invited = ["--username", "omar", "--email", "omar@example.org", "--role", "admin"];
    expect((await rihla(["admin", "invite", ...invited], env)).exit).toBe(0);
    const without = await rihla(["mail", "deliver", "--json"], env);
    expect([without.exit, JSON.parse(without.out)]).toEqual([0, { sent: 0, failed: 0 }]);
    const refusing = { ...env, MAIL_URL: "smtp://127.0.0.1:1" };
    const failed = await rihla(["mail", "deliver", "--json"], refusing);
    expect([failed.exit, JSON.parse(failed.out).sent]).toEqual([5, 0]);
    const status = JSON.parse((await rihla(["sync", "status", "--json"], env)).out);
    expect(status).toEqual(JSON.parse((await rihla(["sync", "stats", "--json"], env)).out));
    expect(status).toMatchObject({ totalPois: 0, pendingPois: 0 });
  },
  SLOW,
);
