import { partner } from "../accounts.ts";
import type { TestApp } from "../app.ts";
import { place } from "../places/places.ts";
import { all, asStaff, changed, type Kind, prepared, read, type Seen, type Try } from "./kinds.ts";

const PLACES = "/api/admin/pois";

async function makePlace(app: TestApp, nth: number): Promise<Seen> {
  const { id: ownerId, headers: owner } = await partner(app, `place-owner-${nth}@example.com`);
  const { id } = await place(app, { address: `${nth} Main St` }, ownerId);
  const other = await place(app, { name: "Noor Kitchen", address: `${nth} Main Street` });
  return { ...(await read(app, `GET ${PLACES}/${id}`)), owner, also: { other: other.id } };
}

async function makeDeleted(app: TestApp, nth: number): Promise<Seen> {
  const seen = await makePlace(app, nth);
  await prepared(asStaff(app, "one")(`DELETE ${PLACES}/${seen.id}`));
  return seen;
}

async function makeMerged(app: TestApp, nth: number): Promise<Seen> {
  const seen = await makePlace(app, nth);
  const duplicateId = seen.also?.other;
  const { id: merge } = await prepared(
    asStaff(app, "one")(`POST ${PLACES}/${seen.id}/merge`, { duplicateId }),
  );
  return { ...seen, ...(await read(app, `GET ${PLACES}/${seen.id}`)), also: { ...seen.also, merge } };
}

async function makeFacts(app: TestApp, nth: number): Promise<Seen> {
  const { id, owner = {} } = await makePlace(app, nth);
  const own = await prepared(app.send(`GET /partner/api/my-pois/${id}/facts`, { headers: owner }));
  const { updatedAt } = await read(app, `GET ${PLACES}/${id}/facts`);
  return { id, updatedAt, owner, also: { ownVersion: own.updatedAt } };
}

async function makePrayer(app: TestApp, nth: number): Promise<Seen> {
  const { id: ownerId, headers: owner } = await partner(app, `masjid-owner-${nth}@example.com`);
  const { id } = await place(app, { category: "mosque", address: `${nth} Elm St` }, ownerId);
  const { updatedAt } = await read(app, `GET ${PLACES}/${id}/prayer`);
  return { id, updatedAt, owner };
}

/** A Friday prayer in a hall of that name. */
const inHall = (hall: string) => ({ jumuah: [{ time: "13:15", hall, from: "2026-01-01" }] });

async function makeIssuer(app: TestApp, nth: number): Promise<Seen> {
  const body = { name: `Council ${nth}`, country: "us", address: "", site: "" };
  const issuer = await prepared(asStaff(app, "one")("POST /api/admin/issuers", body));
  app.clock.forward(1_000);
  return issuer;
}

const onPlace = {
  edit: ({ as, seen: { id, updatedAt }, words }: Try) =>
    as(`PUT ${PLACES}/${id}`, { name: words, updatedAt }),
  "edit by the owner": ({ app, seen: { id, owner = {} }, words }: Try) =>
    app.send(`POST /partner/api/my-pois/${id}/proposals`, {
      headers: owner,
      body: { fields: { website: `${words.replaceAll(" ", "-")}.example` } },
    }),
  "merge into another": ({ as, seen: { id, also } }: Try) =>
    as(`POST ${PLACES}/${also?.other}/merge`, { duplicateId: id }),
  delete: ({ as, seen: { id } }: Try) => as(`DELETE ${PLACES}/${id}`),
};

const PLACE = changed("place");
const MERGES = ["merge into another", "merge another into it"];

const GONE = {
  ...all(["edit", "merge into another", "delete"], "404 This place does not exist"),
  "edit by the owner": "404 This place isn't in your account",
};

export const PLACE_RECORDS: Readonly<Record<string, Kind>> = {
  "a place": {
    make: makePlace,
    acts: {
      ...onPlace,
      "merge another into it": ({ as, seen: { id, also } }) =>
        as(`POST ${PLACES}/${id}/merge`, { duplicateId: also?.other }),
    },
    writes: ["edit", "edit by the owner"],
    after: {
      edit: { edit: PLACE },
      "edit by the owner": { edit: PLACE },
      "merge into another": {
        ...all(["edit", "delete"], "404 This place has been merged into Noor Kitchen"),
        "edit by the owner": "404 This place isn't in your account",
        ...all(MERGES, "409 Noor Grill has been merged into Noor Kitchen already"),
      },
      "merge another into it": {
        edit: PLACE,
        ...all(MERGES, "409 Noor Kitchen has been merged into Noor Grill already"),
      },
      delete: { ...GONE, "merge another into it": "404 This place does not exist" },
    },
  },
  "a deleted place": {
    make: makeDeleted,
    acts: { ...onPlace, restore: ({ as, seen: { id } }) => as(`POST /api/admin/trash/${id}/restore`) },
    writes: ["edit", "edit by the owner"],
    atFirst: GONE,
    after: { restore: { edit: PLACE, restore: "404 There is no such record in the trash" } },
  },
  "a merged place": {
    make: makeMerged,
    acts: {
      edit: onPlace.edit,
      "edit of the duplicate": ({ as, seen: { also, updatedAt }, words }) =>
        as(`PUT ${PLACES}/${also?.other}`, { name: words, updatedAt }),
      undo: ({ as, seen: { also } }) => as(`POST ${PLACES}/merges/${also?.merge}/undo`),
    },
    writes: ["edit"],
    atFirst: { "edit of the duplicate": "404 This place has been merged into Noor Grill" },
    after: {
      edit: { edit: PLACE, "edit of the duplicate": "404 This place has been merged into Words of one" },
      undo: { edit: PLACE, "edit of the duplicate": PLACE, undo: "409 This merge has been undone already" },
    },
  },
  "prayer times of a masjid": {
    make: makePrayer,
    acts: {
      edit: ({ as, seen: { id, updatedAt }, words }) =>
        as(`PUT ${PLACES}/${id}/prayer`, { ...inHall(words), updatedAt }),
      "edit by the owner": ({ app, seen: { id, updatedAt, owner = {} }, words }) =>
        app.send(`PUT /partner/api/my-pois/${id}/prayer`, {
          headers: owner,
          body: { ...inHall(words), updatedAt },
        }),
    },
    writes: ["edit", "edit by the owner"],
    after: {
      edit: all(["edit", "edit by the owner"], PLACE),
      "edit by the owner": all(["edit", "edit by the owner"], PLACE),
    },
  },
  "facts of a place": {
    make: makeFacts,
    acts: {
      edit: ({ as, seen: { id, updatedAt }, words }) =>
        as(`PUT ${PLACES}/${id}/facts`, { parking: words, updatedAt }),
      close: ({ as, seen: { id, updatedAt } }) =>
        as(`PUT ${PLACES}/${id}/facts`, { closed: true, updatedAt }),
      "edit by the owner": ({ app, seen: { id, owner = {}, also }, words }) =>
        app.send(`PUT /partner/api/my-pois/${id}/facts`, {
          headers: owner,
          body: { parking: words, updatedAt: also?.ownVersion },
        }),
    },
    writes: ["edit", "edit by the owner"],
    after: {
      edit: all(["edit", "close"], PLACE),
      close: all(["edit", "close"], PLACE),
      "edit by the owner": { "edit by the owner": PLACE },
    },
  },
  "an issuer": {
    make: makeIssuer,
    acts: {
      edit: ({ as, seen: { id, updatedAt }, words }) =>
        as(`PUT /api/admin/issuers/${id}`, { name: words, country: "us", address: "", site: "", updatedAt }),
    },
    writes: ["edit"],
    after: { edit: { edit: changed("issuer") } },
  },
};
