import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import type { match } from "../../../../../modules/places/intake/schema.ts";
import { formatDateTime, formatDueDay, isolated, number } from "../../../../../shared/format.ts";
import { formatPhone } from "../../../../../shared/phone.ts";
import { CATEGORY_NAMES, distance } from "../../../../../shared/places/places.ts";
import { SOURCE_TERMS } from "../../../../../shared/places/sources.ts";
import { compareStreets, streetOf } from "../../../../../shared/places/streets.ts";
import { useShortcuts } from "../../../../kit/commands/use-shortcuts.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { Loaded } from "../../../../kit/page/states.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { toast, toastError } from "../../../../lib/toast.ts";
import { useBusy } from "../../../../lib/use-busy.ts";
import { type Compared, matchExactly, matchNames, SIGNS, stateOf, WORDS } from "../case/agreement.tsx";
import { type CaseActions, CaseSection, placeText, positionText, SearchLinks } from "../case/case.tsx";
import { cutDifference } from "../case/compared.tsx";
import { DecisionFoot, UndoDecision, useUndo } from "../case/decision.tsx";
import { CaseFrame, CaseHead } from "../case/frame.tsx";

type Shown = z.output<typeof match>;
type Listed = NonNullable<Shown["place"]>;
type Settled = Pick<CaseActions, "onSettled">;

/** A row of a file next to the listed place that it may be. */
export function MatchCase({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.admin.reviews.matches.get.useQuery({ id });
  return (
    <Loaded query={found} failed="The match could not be loaded" rows={8}>
      {(shown) => <ShownMatch key={shown.status} shown={shown} {...actions} />}
    </Loaded>
  );
}

function ShownMatch({ shown, onSettled }: Settled & { readonly shown: Shown }) {
  const { id, says, place, source, intake, status, createdAt, dueBy } = shown;
  const isPending = status === "pending";
  return (
    <CaseFrame
      head={
        <CaseHead kind="match" id={id} name={says.name} sentAt={createdAt}>
          {isPending && <span className="case-due">{`Due by ${formatDueDay(dueBy)}`}</span>}
        </CaseHead>
      }
      sent={
        place ? (
          <SideBySide shown={shown} place={place} />
        ) : (
          <CaseSection title="The listed place">
            <p className="soft">This place is no longer in the directory.</p>
          </CaseSection>
        )
      }
      facts={
        <>
          <CaseSection title={SOURCE_TERMS[source].name}>
            <p className="soft">
              {[
                intake?.release && `Release ${isolated(intake.release)}`,
                !isOurs(shown.externalId) && isolated(shown.externalId),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
            <SearchLinks place={says} />
          </CaseSection>
          {place && (
            <CaseSection title="The listed place">
              <p>
                <Link to="/admin/places" search={{ place: place.id }}>
                  <bdi>{place.name}</bdi>
                </Link>
              </p>
              <SearchLinks place={place} />
            </CaseSection>
          )}
        </>
      }
    >
      {isPending ? <Decide shown={shown} onSettled={onSettled} /> : <Outcome shown={shown} />}
    </CaseFrame>
  );
}

/** A source without ids of its own has ours, which says nothing. */
const isOurs = (externalId: string): boolean => externalId.includes("|");

/** Both in the same order, with what agrees and what differs marked. */
function SideBySide({ shown: { says, source }, place }: { readonly shown: Shown; readonly place: Listed }) {
  return (
    <div className="case-part">
      <table className="matches">
        <caption className="visually-hidden">Both places</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{SOURCE_TERMS[source].name}</th>
            <th scope="col">Listed</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(says, place)
            .filter(({ sent, listed }) => sent !== "" || listed !== "")
            .map((row) => (
              <FieldRow key={row.label} row={row} />
            ))}
        </tbody>
      </table>
    </div>
  );
}

interface Row extends Compared {
  /** Instead of a word for how much they agree. */
  readonly how?: string;
}

const STATES = { ...WORDS, unsent: "Only listed", unlisted: "Only in the file" };

function FieldRow({ row }: { readonly row: Row }) {
  const state = stateOf(row);
  const isMarked = state === "differs" || state === "partly";
  const cuts = isMarked ? cutDifference(row.sent, row.listed) : null;
  return (
    <tr data-state={state}>
      <th scope="row">
        {row.label}
        <span className="matches-state">
          <span aria-hidden="true">{`${SIGNS[state]} `}</span>
          {row.how ?? STATES[state]}
        </span>
      </th>
      {[row.sent, row.listed].map((value, n) => {
        const cut = cuts?.[n];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: always these two
          <td key={n} dir="auto">
            {value === "" && <span className="soft">None</span>}
            {cut ? (
              <>
                {cut.start}
                {cut.middle && <mark>{cut.middle}</mark>}
                {cut.end}
              </>
            ) : (
              value
            )}
          </td>
        );
      })}
    </tr>
  );
}

const rowsOf = (says: Shown["says"], place: Listed): readonly Row[] => [
  { label: "Name", sent: says.name, listed: place.name },
  {
    ...{ label: "Address", sent: says.address, listed: place.address },
    match: (sent, listed) =>
      compareStreets(streetOf(says), streetOf(place)) === "same" ? "agrees" : matchNames(sent, listed),
  },
  {
    label: "City",
    sent: placeText(says.city, `${says.state} ${says.zipCode}`.trim()),
    listed: placeText(place.city, `${place.state} ${place.zipCode}`.trim()),
  },
  { label: "Phone", sent: formatPhone(says.phone), listed: place.phone, match: matchExactly },
  { label: "Website", sent: siteOf(says.website), listed: siteOf(place.website), match: matchExactly },
  {
    ...{ label: "Category", match: matchExactly },
    sent: CATEGORY_NAMES[says.category],
    listed: CATEGORY_NAMES[place.category],
  },
  positionRow(says, place),
];

const siteOf = (website: string): string => website.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");

const METERS_PER_KM = 1_000;
const SAME_METERS = 60; // the points of one building in two sources
const NEAR_METERS = 250;

interface Point {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

function positionRow(says: Point, place: Point): Row {
  const [from, to] = [says, place].map(pointOf);
  if (!from || !to) return { label: "Position", sent: positionText(says), listed: positionText(place) };
  const meters = Math.round(distance(from, to) * METERS_PER_KM);
  return {
    label: "Position",
    how: `${number.format(meters)} m apart`,
    sent: positionText(says),
    listed: positionText(place),
    match: () => (meters <= SAME_METERS ? "agrees" : meters <= NEAR_METERS ? "partly" : "differs"),
  };
}

const pointOf = ({ latitude, longitude }: Point) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Decided by one key each. */
function Decide({ shown: { id, says }, onSettled }: Settled & { readonly shown: Shown }) {
  const undo = useUndo({ kind: "match", id, placeName: says.name });
  const decide = trpc.admin.reviews.matches.decide.useMutation();
  const utils = trpc.useUtils();
  const [busy, run] = useBusy();
  const send = (decision: "same" | "different") =>
    run(async () => {
      try {
        const { reviewedAt } = await decide.mutateAsync({ id, decision });
        await onSettled(); // first, so that the next case is open when this one is loaded again
        toast({
          title: decision === "same" ? "Marked as the same place" : "Marked as different places",
          ...(reviewedAt && { onUndo: () => void undo(reviewedAt) }),
        });
      } catch (error) {
        toastError("The match was not decided", error);
      }
      await utils.admin.reviews.invalidate();
    });
  const press = (decision: "same" | "different") => (event: KeyboardEvent) =>
    !event.repeat && void send(decision);
  useShortcuts(
    new Map([
      ["s", press("same")],
      ["d", press("different")],
    ]),
    SHORTCUTS,
  );
  return (
    <DecisionFoot>
      <Button disabled={busy} onClick={() => void send("same")} aria-keyshortcuts="s">
        Same place
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => void send("different")} aria-keyshortcuts="d">
        Different place
      </Button>
    </DecisionFoot>
  );
}

const SHORTCUTS = [
  ["s", "the same place"],
  ["d", "a different place"],
] as const;

const Outcome = ({
  shown: { id, says, status, reviewedBy, reviewedAt, undoUntil, intake },
}: {
  readonly shown: Shown;
}) => (
  <div className="case-outcome">
    <CaseSection title={status === "same" ? "The same place" : "A different place"}>
      <p>
        {`Decided by ${isolated(reviewedBy ?? "an operator")}${reviewedAt ? ` on ${formatDateTime(reviewedAt)}` : ""}.`}
      </p>
      {undoUntil && reviewedAt ? (
        <UndoDecision
          {...{ kind: "match", id, placeName: says.name, updatedAt: reviewedAt, until: undoUntil }}
          act="Undo the decision"
        />
      ) : (
        intake && (
          <p className="soft">
            To undo this, undo its{" "}
            <Link to="/admin/intakes" search={{ intake: intake.id }}>
              intake
            </Link>
            .
          </p>
        )
      )}
    </CaseSection>
  </div>
);
