import { days } from "../../shared/duration.ts";
import { partner } from "../accounts.ts";
import type { TestApp } from "../app.ts";
import { place } from "../places/places.ts";
import { all, asStaff, changed, type Kind, prepared, read, type Seen, type Try } from "./kinds.ts";

const REVIEWS = "/api/reviews";

/** A transfer whose owner did not answer in time, with the headers of the owner. */
async function makeTransfer(app: TestApp, nth: number): Promise<Seen> {
  const owner = await partner(app, `former-${nth}@example.com`);
  const asker = await partner(app, `asker-${nth}@example.com`);
  const poi = await place(app, { address: `${nth} Pine St` }, owner.id);
  const { id } = await prepared(
    app.send(`POST /partner/api/pois/${poi.id}/transfer`, { headers: asker.headers, body: {} }),
  );
  await app.db.query("update place_transfers set answer_by = $2 where id = $1", [
    id,
    new Date(app.clock.now.getTime() - days(1)),
  ]);
  const { updatedAt } = await read(app, `GET ${REVIEWS}/transfers/${id}`);
  return { id, updatedAt, owner: owner.headers, also: { place: poi.id, asker: asker.headers.Cookie } };
}

async function makeDecidedTransfer(app: TestApp, nth: number): Promise<Seen> {
  const seen = await makeTransfer(app, nth);
  const { updatedAt } = await prepared(
    asStaff(app, "one")(`PUT ${REVIEWS}/transfers/${seen.id}`, { decision: "approved" }),
  );
  app.clock.forward(1_000);
  return { ...seen, updatedAt };
}

const decide =
  (decision: string) =>
  ({ as, seen: { id, updatedAt }, words }: Try) =>
    as(`PUT ${REVIEWS}/transfers/${id}`, { decision, notes: words, updatedAt });
const answer =
  (accept: boolean) =>
  ({ app, seen: { id, owner = {} } }: Try) =>
    app.send(`PUT /partner/api/transfers/${id}`, { headers: owner, body: { accept } });
const asAsker = (line: string, body: (attempt: Try) => object) => (attempt: Try) => {
  const { app, seen } = attempt;
  const to = line.replace("{id}", seen.id).replace("{place}", seen.also?.place ?? "");
  return app.send(to, { headers: { Cookie: seen.also?.asker ?? "" }, body: body(attempt) });
};
const release = "POST /partner/api/my-pois/{place}/release";

async function makeRenewal(app: TestApp, nth: number): Promise<Seen> {
  const owner = await partner(app, `renewing-${nth}@example.com`);
  const poi = await place(app, { address: `${nth} Cedar St` }, owner.id);
  const fileIds = ["sent", "other"].map((name) => `${name}-file-of-the-renewal-${nth}`);
  for (const fileId of fileIds)
    await app.db.query(
      `insert into evidence_files (id, partner_id, name, content_type, bytes, digest, uploaded_at)
       values ($1, $2, 'certificate.pdf', 'application/pdf', 9, '00', $3)`,
      [fileId, owner.id, app.clock.now],
    );
  const [fileId = "", other = ""] = fileIds;
  await prepared(app.send(RENEWALS(poi.id), { headers: owner.headers, body: certificate(fileId) }));
  const waiting: readonly { readonly id: string; readonly poiId: string }[] = await read(
    app,
    `GET ${REVIEWS}/renewals`,
  );
  const id = waiting.find(({ poiId }) => poiId === poi.id)?.id ?? "";
  const issuer = await prepared(
    asStaff(app, "one")("POST /api/admin/issuers", { name: `Renewing ${nth}`, country: "us" }),
  );
  return { id, owner: owner.headers, also: { place: poi.id, fileId, other, issuerId: issuer.id } };
}

const RENEWALS = (poiId: string) => `POST /partner/api/my-pois/${poiId}/renewals`;
const certificate = (fileId: string, number = "HC-7") => ({
  ...{ kind: "certificate", fileId, issuer: "Council", number, validUntil: "2099-12-31" },
});

const DECISIONS = ["approve", "reject"];
const ANY = [...DECISIONS, "accept", "refuse", "withdraw"];
const DECIDED = "409 This transfer is already decided";
const EDITS = ["edit by the new owner", "edit of the place"];
const BY_NEW_OWNER = ["release", "edit by the new owner"];
const NOT_YOURS = "404 This place isn't in your account";
const RELEASED = "409 This decision can no longer be undone: the place was released by its owner since.";
const UNDONE_BY_OTHER = "409 This decision can no longer be undone: it was changed by someone else since.";
const NOT_WAITING = "409 This certificate is no longer waiting";
const DECLINED =
  "409 Someone else has declined this certificate, and its owner was told why. The owner can send it again.";
const RECORDED = "409 Someone else has already recorded this certificate. Please look at that record.";

export const OWNERS: Readonly<Record<string, Kind>> = {
  "a transfer": {
    make: makeTransfer,
    acts: {
      approve: decide("approved"),
      reject: decide("rejected"),
      accept: answer(true),
      refuse: answer(false),
      withdraw: asAsker("PUT /partner/api/transfers/{id}", () => ({ withdraw: true })),
    },
    writes: DECISIONS,
    after: {
      ...Object.fromEntries(
        ["approve", "reject", "accept", "withdraw"].map((act) => [act, all(ANY, DECIDED)]),
      ),
      refuse: {
        ...all(DECISIONS, changed("case")),
        refuse: "409 You have refused this already. Our team decides now.",
      },
    },
  },
  "a decided transfer": {
    make: makeDecidedTransfer,
    acts: {
      undo: ({ as, seen: { id, updatedAt } }) => as(`POST ${REVIEWS}/transfers/${id}/undo`, { updatedAt }),
      reject: decide("rejected"),
      release: asAsker(release, () => ({})),
      "edit by the new owner": asAsker("POST /partner/api/my-pois/{place}/proposals", ({ words }) => ({
        fields: { name: words },
      })),
      "edit of the place": ({ as, seen: { also }, words }) =>
        as(`PUT /api/admin/pois/${also?.place}`, { name: words }),
    },
    writes: ["edit by the new owner", "edit of the place"],
    atFirst: { reject: DECIDED },
    after: {
      undo: { ...all(["undo", "reject"], changed("case")), ...all(BY_NEW_OWNER, NOT_YOURS) },
      release: { ...all(BY_NEW_OWNER, NOT_YOURS), undo: RELEASED, reject: DECIDED },
      ...Object.fromEntries(EDITS.map((act) => [act, { reject: DECIDED }])),
    },
    raced: UNDONE_BY_OTHER,
  },
  "a renewal": {
    make: makeRenewal,
    acts: {
      decline: ({ as, seen: { id }, words }) =>
        as(`PUT ${REVIEWS}/renewals/${id}`, { decision: "declined", notes: words }),
      record: ({ as, seen: { also }, words }) =>
        as(`POST /api/admin/pois/${also?.place}/evidence`, {
          ...{ kind: "certificate", issuerId: also?.issuerId, number: words, fileId: also?.fileId },
          ...{ validFrom: "2020-01-01", validUntil: "2099-12-31" },
        }),
      "send another": ({ app, seen: { owner = {}, also }, words }) =>
        app.send(RENEWALS(also?.place ?? ""), {
          headers: owner,
          body: certificate(also?.other ?? "", words),
        }),
    },
    writes: ["decline", "record", "send another"],
    atFirst: { "send another": "409 A certificate of this place is with us already. We are reading it." },
    after: {
      decline: { decline: NOT_WAITING, record: DECLINED },
      record: { decline: NOT_WAITING, record: RECORDED },
    },
  },
};
