import { holdPlaces } from "../../modules/places/sync-state.ts";
import type { TestApp } from "../app.ts";
import { place } from "../places/places.ts";
import { all, asStaff, type Kind, prepared, read, type Seen, type Try } from "./kinds.ts";

const SYNC = "/api/admin/sync";

/** A place that two rows of the main database are equally like. */
async function makeFailed(app: TestApp, nth: number): Promise<Seen> {
  const [latitude, longitude] = [40 + nth / 100, -80];
  const rows = [`row-${nth}`, `twin-${nth}`];
  await app.deps.ports.mainDatabase.use((main) =>
    main.query(
      "insert into public.places (id, name, latitude, longitude) select id, 'Noor Grill', $2, $3 from unnest($1::text[]) id",
      [rows, latitude, longitude],
    ),
  );
  const { id } = await place(app, { address: `${nth} Pine St`, latitude, longitude });
  await app.db.transaction((tx) => holdPlaces(tx, [id], "Two main places are alike.", 3));
  const { version } = await read(app, `GET ${SYNC}/errors/${id}`);
  const [row = "", other = ""] = rows;
  return { id, also: { row, other, version } };
}

async function makeDecided(app: TestApp, nth: number): Promise<Seen> {
  const seen = await makeFailed(app, nth);
  const body = { decision: "link", mainId: seen.also?.row };
  await prepared(asStaff(app, "one")(`POST ${SYNC}/errors/${seen.id}/decision`, body));
  return seen;
}

/** A place that a run has sent as staff had decided. */
async function makeSent(app: TestApp, nth: number): Promise<Seen> {
  const seen = await makeDecided(app, nth);
  app.clock.forward(60_000);
  await prepared(asStaff(app, "one")(`POST ${SYNC}/trigger`, {}));
  const [{ id: run }] = await read(app, `GET ${SYNC}/runs`);
  return { ...seen, also: { ...seen.also, run } };
}

const take =
  (which: "row" | "other") =>
  ({ as, seen: { id, also } }: Try) =>
    as(`POST ${SYNC}/errors/${id}/decision`, {
      decision: "link",
      mainId: also?.[which],
      version: also?.version,
    });
const onFailed = {
  "take a row": take("row"),
  "take the other": take("other"),
  leave: ({ as, seen: { id, also } }: Try) =>
    as(`POST ${SYNC}/errors/${id}/decision`, { decision: "leave", version: also?.version }),
  retry: ({ as, seen: { id } }: Try) => as(`POST ${SYNC}/retry`, { id }),
  edit: ({ as, seen: { id }, words }: Try) => as(`PUT /api/admin/pois/${id}`, { name: words }),
};
const takeBack = ({ as, seen: { id } }: Try) => as(`DELETE ${SYNC}/errors/${id}/decision`);

const DECISIONS = ["take a row", "take the other", "leave"];
const DECIDED = "409 The other one has already decided on this place";
const NOT_FAILED = "409 This place is not among those that failed";
const NOT_TO_RETRY = "404 No failed place has this id";
const NONE = "404 There is no decision on this place";
const SENT = "409 A run has sent this place. Undo that run first.";

export const SYNC_DECISIONS: Readonly<Record<string, Kind>> = {
  "a place that failed to sync": {
    make: makeFailed,
    acts: onFailed,
    writes: ["edit"],
    after: {
      "take a row": { ...all(DECISIONS, DECIDED), retry: NOT_TO_RETRY },
      "take the other": { ...all(DECISIONS, DECIDED), retry: NOT_TO_RETRY },
      leave: all(DECISIONS, DECIDED),
      retry: { ...all(DECISIONS, NOT_FAILED), retry: NOT_TO_RETRY },
      edit: { ...all(DECISIONS, NOT_FAILED), retry: NOT_TO_RETRY },
    },
  },
  "a decision on a place that failed to sync": {
    make: makeDecided,
    acts: { "take back": takeBack, "take the other": onFailed["take the other"], edit: onFailed.edit },
    writes: ["edit"],
    atFirst: { "take the other": DECIDED },
    after: {
      "take back": { "take back": NONE },
      edit: { "take the other": DECIDED },
    },
  },
  "a decision that a sync run has followed": {
    make: makeSent,
    acts: {
      "undo of the run": ({ as, seen: { also } }) => as(`POST ${SYNC}/runs/${also?.run}/undo`, {}),
      "take back": takeBack,
      leave: onFailed.leave,
    },
    atFirst: { "take back": SENT, leave: DECIDED },
    after: {},
    raced: "409 A sync is already in progress.",
  },
};
