import { partner } from "../accounts.ts";
import type { TestApp } from "../app.ts";
import { place } from "../places/places.ts";
import { all, asStaff, changed, type Kind, prepared, read, type Seen, type Try } from "./kinds.ts";

const REVIEWS = "/api/reviews";
const newOwner = (app: TestApp, nth: number) => partner(app, `claimant-${nth}@example.com`);
const newPlace = (app: TestApp, nth: number, ownerId: string | null = null) =>
  place(app, { address: `${nth} Oak St` }, ownerId);

async function makeClaim(app: TestApp, nth: number): Promise<Seen> {
  const { headers } = await newOwner(app, nth);
  const body = { poiId: (await newPlace(app, nth)).id, documents: ["I own it"] };
  const { id } = await prepared(app.send("POST /partner/api/poi-claims", { headers, body }));
  const { claim } = await read(app, `GET ${REVIEWS}/claims/${id}`);
  return { ...claim, owner: headers };
}

async function makeRequest(app: TestApp, nth: number): Promise<Seen> {
  const { headers } = await newOwner(app, nth);
  const body = {
    name: "Crescent Market",
    category: "grocery",
    address: `${nth} Elm Ave`,
    city: "Dearborn",
    state: "MI",
  };
  const { id } = await prepared(app.send("POST /partner/api/poi-requests", { headers, body }));
  return (await read(app, `GET ${REVIEWS}/requests/${id}`)).request;
}

async function makeProposal(app: TestApp, nth: number): Promise<Seen> {
  const { id: ownerId, headers: owner } = await newOwner(app, nth);
  const poi = await newPlace(app, nth, ownerId);
  const body = { fields: { name: "Noor Kitchen" } };
  const { id } = await prepared(
    app.send(`POST /partner/api/my-pois/${poi.id}/proposals`, { headers: owner, body }),
  );
  const { updatedAt } = await read(app, `GET /api/admin/pois/${poi.id}`);
  const { placeVersion } = await read(app, `GET ${REVIEWS}/proposals/${id}`);
  return { id, owner, also: { place: poi.id, placeUpdatedAt: updatedAt, placeVersion } };
}

async function makeReport(app: TestApp, nth: number): Promise<Seen> {
  const { id: ownerId, headers: owner } = await newOwner(app, nth);
  const poi = await newPlace(app, nth, ownerId);
  const body = { kind: "other", text: "It was closed" };
  const { id } = await prepared(app.send(`POST /api/places/${poi.id}/reports`, { body }));
  await prepared(
    app.send(`PUT /partner/api/reports/${id}`, { headers: owner, body: { reply: "We were open" } }),
  );
  return { ...(await read(app, `GET ${REVIEWS}/reports/${id}`)), owner };
}

const decided =
  (make: Kind["make"], path: string): Kind["make"] =>
  async (app, nth) => {
    const seen = await make(app, nth);
    const { updatedAt } = await prepared(
      asStaff(app, "one")(`PUT ${REVIEWS}/${path}/${seen.id}`, { decision: "approved" }),
    );
    app.clock.forward(1_000);
    return { ...seen, updatedAt };
  };

const decide =
  (path: string, decision: string) =>
  ({ as, seen: { id, updatedAt }, words }: Try) =>
    as(`PUT ${REVIEWS}/${path}/${id}`, { decision, notes: words, ...(path === "claims" && { updatedAt }) });
const approveProposal = ({ as, seen: { id, also }, words }: Try) =>
  as(`PUT ${REVIEWS}/proposals/${id}`, {
    ...{ decision: "approved", notes: words, placeVersion: also?.placeVersion },
  });
const undo =
  (path: string) =>
  ({ as, seen: { id, updatedAt } }: Try) =>
    as(`POST ${REVIEWS}/${path}/${id}/undo`, { updatedAt });
const changeClaim =
  (change: (words: string) => object) =>
  ({ app, seen: { id, owner = {} }, words }: Try) =>
    app.send(`PUT /partner/api/poi-claims/${id}`, { headers: owner, body: change(words) });

const onClaim = {
  approve: decide("claims", "approved"),
  reject: decide("claims", "rejected"),
  ask: decide("claims", "more"),
  withdraw: changeClaim(() => ({ withdraw: true })),
  "send documents": changeClaim((words) => ({ documents: [words] })),
};
const onRequest = { approve: decide("requests", "approved"), reject: decide("requests", "rejected") };

const ANY = Object.keys(onClaim);
const BOTH = ["approve", "reject"];
const DECIDED = "409 This claim is already decided";
const REQUEST_DECIDED = "409 This request is already decided";
const UNDONE_BY_OTHER = "409 This decision can no longer be undone: it was changed by someone else since.";
const CHANGE_DECIDED = "409 This change is already decided";

export const CASES: Readonly<Record<string, Kind>> = {
  "a claim": {
    make: makeClaim,
    acts: onClaim,
    writes: ["approve", "reject", "ask", "send documents"],
    after: {
      ...Object.fromEntries(["approve", "reject", "withdraw"].map((act) => [act, all(ANY, DECIDED)])),
      ask: all(["approve", "reject", "ask"], changed("case")),
    },
  },
  "a decided claim": {
    make: decided(makeClaim, "claims"),
    acts: { undo: undo("claims"), reject: onClaim.reject, withdraw: onClaim.withdraw },
    atFirst: all(["reject", "withdraw"], DECIDED),
    after: { undo: all(["undo", "reject"], changed("case")) },
    raced: UNDONE_BY_OTHER,
  },
  "a request": {
    make: makeRequest,
    acts: onRequest,
    writes: ["approve", "reject"],
    after: { approve: all(BOTH, REQUEST_DECIDED), reject: all(BOTH, REQUEST_DECIDED) },
  },
  "a decided request": {
    make: decided(makeRequest, "requests"),
    acts: { undo: undo("requests"), reject: onRequest.reject },
    atFirst: { reject: REQUEST_DECIDED },
    after: { undo: { undo: changed("case") } },
    raced: UNDONE_BY_OTHER,
  },
  "a proposal": {
    make: makeProposal,
    acts: {
      approve: approveProposal,
      reject: decide("proposals", "rejected"),
      replace: ({ app, seen: { owner = {}, also }, words }) =>
        app.send(`POST /partner/api/my-pois/${also?.place}/proposals`, {
          headers: owner,
          body: { fields: { name: words }, seen: { name: "Noor Grill" } },
        }),
      "edit of the place": ({ as, seen: { also }, words }) =>
        as(`PUT /api/admin/pois/${also?.place}`, { name: words, updatedAt: also?.placeUpdatedAt }),
    },
    writes: ["approve", "reject", "replace", "edit of the place"],
    after: {
      approve: { ...all(BOTH, CHANGE_DECIDED), ...all(["replace", "edit of the place"], changed("place")) },
      reject: all(BOTH, CHANGE_DECIDED),
      replace: all(BOTH, CHANGE_DECIDED),
      "edit of the place": all(["approve", "replace", "edit of the place"], changed("place")),
    },
  },
  "a decided proposal": {
    make: decided(makeProposal, "proposals"),
    acts: {
      undo: undo("proposals"),
      reject: decide("proposals", "rejected"),
      "edit of the place": ({ as, seen: { also }, words }) =>
        as(`PUT /api/admin/pois/${also?.place}`, { name: words }),
    },
    writes: ["edit of the place"],
    atFirst: { reject: CHANGE_DECIDED },
    after: {
      undo: { undo: changed("case") },
      "edit of the place": {
        undo: "409 This decision can no longer be undone: the place was changed since.",
        reject: CHANGE_DECIDED,
      },
    },
    raced: UNDONE_BY_OTHER,
  },
  "a report": {
    make: makeReport,
    acts: {
      close: ({ as, seen: { id, updatedAt }, words }) =>
        as(`PUT ${REVIEWS}/reports/${id}`, { close: true, text: words, updatedAt }),
      reply: ({ app, seen: { id, owner = {}, updatedAt }, words }) =>
        app.send(`PUT /partner/api/reports/${id}`, { headers: owner, body: { reply: words, updatedAt } }),
    },
    writes: ["close", "reply"],
    after: {
      close: all(["close", "reply"], "409 This report is closed"),
      reply: {
        close: "409 The owner has changed the reply. Please look at it again.",
        reply: changed("reply"),
      },
    },
  },
};
