import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { rihla, type Served, SLOW, servedHere } from "../testing.ts";

let served: Served;
let env: Served["env"];
beforeAll(async () => {
  served = await servedHere();
  env = served.env;
}, SLOW);
afterAll(() => served.close());

test(
  "A declaration is recorded with flags whose names begin with no, and cases are decided without --close or --decision",
  async () => {
    const file = join(served.dataDir, "places.csv");
    await Bun.write(file, "name,address,city,state,category\nGreen Bowl,1 Main St,Boston,MA,grocery\n");
    await rihla(["poi", "import", file], env);
    const [place] = JSON.parse((await rihla(["poi", "list", "--json"], env)).out);
    const declare = [
      "evidence",
      "add",
      place.id,
      "--kind",
      "declaration",
      "--json",
      "--meat-free",
      "--no-pork",
    ];
    const declared = await rihla([...declare, "--no-alcohol"], env);
    expect([declared.exit, JSON.parse(declared.out)]).toMatchObject([0, { noAlcohol: true, noPork: true }]);
    const denied = await rihla([...declare, "--alcohol"], env);
    expect(JSON.parse(denied.out)).toMatchObject({ meatFree: true, noAlcohol: false });
    const missing = await rihla(declare, env);
    expect([missing.exit, JSON.parse(missing.err).error]).toEqual([2, "No alcohol is required"]);
    const closed = await rihla(["report", "close", "unknown", "--text", "We looked into it."], env);
    expect([closed.exit, closed.err]).toEqual([3, "There is no such report\n"]);
    for (const decision of ["approve", "reject"]) {
      const proposal = await rihla(["proposal", decision, "unknown"], env);
      const transfer = await rihla(["transfer", decision, "unknown"], env);
      expect([proposal, transfer].map(({ exit }) => exit)).toEqual([3, 3]);
    }
  },
  SLOW,
);

test(
  "Facts of a place are recorded, moved and withdrawn, and an issuer is corrected",
  async () => {
    const json = async (...args: string[]) => JSON.parse((await rihla([...args, "--json"], env)).out);
    const place = await json(
      ...["poi", "add", "--name", "Noor Grill", "--address", "12 Main St", "--city", "Boston"],
      ...["--state", "MA", "--category", "restaurant"],
    );
    const set = ["poi", "set-facts", place.id];
    const said = await json(...set, "--hours", "Mo-Fr 09:00-17:00", "--parking", "Behind it", "--no-alcohol");
    expect(said.facts).toMatchObject({ parking: { value: "Behind it" }, alcohol: { value: false } });
    const { facts } = await json(...set, "--closed", '{"movedTo":"5 Elm St"}', "--unset", "parking");
    expect(facts).toMatchObject({ closed: { value: { movedTo: "5 Elm St" } }, alcohol: { value: false } });
    expect(facts).not.toHaveProperty("parking");
    const issuer = await json("issuer", "add", "--name", "Halal Council", "--country", "US");
    const corrected = ["issuer", "update", issuer.id, "--name", "Council of Halal", "--country", "CA"];
    expect(await json(...corrected)).toMatchObject({
      id: issuer.id,
      name: "Council of Halal",
      country: "CA",
    });
  },
  SLOW,
);

test(
  "Queues are listed, and a command about a record that does not exist exits 3",
  async () => {
    for (const words of [
      "review queue",
      "review expiring",
      "review silent-issuers",
      "reading list",
      "renewal list",
    ])
      expect([words, (await rihla([...words.split(" "), "--json"], env)).out]).toEqual([words, "[]\n"]);
    const unknown = [
      ["review", "ask-issuer", "unknown"],
      ["reading", "add", "unknown", "--number", "1", "--issuer-id", "1", "--valid-until", "2026-12-31"],
      ["renewal", "decline", "unknown", "--notes", "It cannot be read."],
      ["mail", "allow", "unknown"],
      ["partner", "end-session", "nobody@example.com", "unknown"],
      ["claim", "list", "--partner", "nobody@example.com"],
      ["request", "list", "--partner", "unknown"],
    ];
    for (const args of unknown) expect([args, (await rihla(args, env)).exit]).toEqual([args, 3]);
  },
  SLOW,
);
