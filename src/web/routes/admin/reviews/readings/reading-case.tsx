import { Link } from "@tanstack/react-router";
import { Viewers } from "../../../../blocks/viewers/viewers.tsx";
import { formatCalendarDay, formatDay } from "../../../../lib/format/format-date.ts";
import { UserText } from "../../../../ui/user-text/user-text.tsx";
import { FileViewer } from "../viewer/file-viewer.tsx";
import { READINGS } from "./content.ts";
import { ReadingForm } from "./reading-form.tsx";
import type { Waiting } from "./waiting.ts";

interface ReadingCaseProps {
  readonly waiting: Waiting;
  /** How many wait, with this one. */
  readonly left: number;
  readonly onSkip: () => void;
  readonly onRead: () => void;
}

/** One certificate: its file on one side and what the reader types on the other. */
export function ReadingCase({ waiting, left, onSkip, onRead }: ReadingCaseProps) {
  const { id, poiId, placeName, fileId, file, recordedAt, readings } = waiting;
  return (
    <div className="readings-case">
      <div>
        {file && fileId ? (
          <FileViewer file={{ ...file, id: fileId }} />
        ) : (
          <p className="soft">{READINGS.noFile}</p>
        )}
      </div>
      <div className="readings-side">
        <h3>
          <UserText text={placeName} />
        </h3>
        <p className="soft">
          {READINGS.recorded(formatDay(recordedAt))}. {READINGS.left(left)}.{" "}
          <Link to="/admin/places" search={{ place: poiId }}>
            {READINGS.place}
          </Link>
        </p>
        <Viewers caseKey={`reading:${id}`} thing={READINGS.thing} />
        {readings.length > 0 && <Earlier readings={readings} />}
        <p>{readings.length > 0 ? READINGS.decides : READINGS.lead}</p>
        <ReadingForm waiting={waiting} canSkip={left > 1} onSkip={onSkip} onRead={onRead} />
      </div>
    </div>
  );
}

/** The readings that differ, next to each other. */
const Earlier = ({ readings }: Pick<Waiting, "readings">) => (
  <div className="readings-earlier">
    <table>
      <caption>{READINGS.earlier}</caption>
      <thead>
        <tr>
          <th scope="col">{READINGS.reader}</th>
          <th scope="col">{READINGS.number}</th>
          <th scope="col">{READINGS.issuer}</th>
          <th scope="col">{READINGS.validUntil}</th>
        </tr>
      </thead>
      <tbody>
        {readings.map(({ by, number, issuer, validUntil }) => (
          <tr key={`${by} ${number} ${validUntil}`}>
            <th scope="row">
              <bdi>{by ?? READINGS.unknownReader}</bdi>
            </th>
            <td>{number}</td>
            <td>
              <bdi>{issuer}</bdi>
            </td>
            <td>{formatCalendarDay(validUntil)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
