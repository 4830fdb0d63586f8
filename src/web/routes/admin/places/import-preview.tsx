import type { ReactNode } from "react";
import { useState } from "react";
import type { ImportPreview } from "../../../../modules/places/import/preview/schema.ts";
import type { ListColumn, ListMap } from "../../../../shared/list-columns.ts";
import { formatPhone } from "../../../../shared/phone.ts";
import { TIER_NAMES } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { ListColumns } from "../../../kit/form/list-columns.tsx";
import { FIELD_LABELS, LIST_FIELDS } from "../../../kit/form/place-labels.ts";
import { saveRefusedRows } from "../../../kit/form/refused-rows.ts";
import { Alert } from "../../../kit/page/alert.tsx";

interface PreviewProps {
  readonly file: File;
  readonly preview: ImportPreview;
  readonly stale: boolean;
  readonly onImport: () => void;
  readonly onRead: (map: ListMap) => void;
  readonly onRestart: () => void;
}

/** What an import would do. */
export function Preview({ file, preview, stale, onImport, onRead, onRestart }: PreviewProps) {
  const places = preview.created + preview.updated;
  const { list, refusals, doubts } = preview;
  const toMend = [...refusals, ...doubts];
  return (
    <>
      {stale && (
        <Alert>
          The places have changed since the preview, so nothing was imported. This is what the import would do
          now.
        </Alert>
      )}
      <p>
        <strong>
          <bdi>{file.name}</bdi>
        </strong>
        <span className="table-sub">{summaryOf(preview)}</span>
      </p>
      <PreviewLists preview={preview}>
        {list && (
          <details>
            <summary>{columnsLine(list.columns)}</summary>
            <ListColumns columns={list.columns} labels={LIST_FIELDS} action="Read again" onSubmit={onRead} />
          </details>
        )}
      </PreviewLists>
      {list && toMend.length > 0 && (
        <p>
          <Button look="quiet" onClick={() => void saveRefusedRows(file, list, toMend)}>
            Download these lines with the reasons
          </Button>
        </p>
      )}
      <p className="soft">
        {places > 0
          ? "An import cannot be undone as a whole: new places can be deleted one by one, and the earlier values of changed places are lost."
          : "There is nothing to import: every place in this file is already listed with the same details."}
      </p>
      <div className="dialog-actions">
        <Button look="quiet" onClick={onRestart}>
          Choose another file
        </Button>
        {places > 0 && <Button onClick={onImport}>{`Import ${count(places, "place", "places")}`}</Button>}
      </div>
    </>
  );
}

function columnsLine(columns: readonly ListColumn[]): string {
  const ignored = columns.filter(({ field }) => field === null).length;
  return `Columns: ${columns.length - ignored} taken${ignored > 0 ? `, ${ignored} not taken` : ""}`;
}

/** What to look at is open: new places that may be listed ones, and lines that are left out. */
interface PreviewListsProps {
  readonly preview: ImportPreview;
  readonly children: ReactNode;
}

const PreviewLists = ({ preview, children }: PreviewListsProps) => (
  <div className="place-import-lists">
    <Section title="May be listed already" total={preview.alike} rows={preview.lookAlikes} open>
      {({ at, place, ...entry }) => (
        <Line key={at} at={at}>
          <Place place={entry} />
          <ul>
            <li>
              <Place place={place} id={place.id} />
            </li>
          </ul>
        </Line>
      )}
    </Section>
    <Section
      title="Left out, or imported without a value"
      total={preview.refused + preview.withoutValues}
      rows={preview.refusals}
      open
    >
      {reasonLine}
    </Section>
    <Section title="Please check" total={preview.doubtful} rows={preview.doubts} open>
      {reasonLine}
    </Section>
    <Section title="Repeated" total={preview.repeated} rows={preview.replaced}>
      {({ at, by }) => reasonLine({ at, reason: `The same place as line ${by}, which replaces it` })}
    </Section>
    <Section title="Changed" total={preview.updated} rows={preview.changes}>
      {({ at, id, name, fields }) => (
        <Line key={at} at={at}>
          <Place place={{ name }} id={id} />
          <dl className="place-import-changes">
            {fields.map(({ field, before, after }) => (
              <div key={field}>
                <dt>{labelOf(field)}</dt>
                <dd>
                  <del>
                    <bdi>{shownValue(field, before)}</bdi>
                  </del>{" "}
                  <ins>
                    <bdi>{shownValue(field, after)}</bdi>
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        </Line>
      )}
    </Section>
    <Section title="New" total={preview.created} rows={preview.creations}>
      {({ at, ...place }) => (
        <Line key={at} at={at}>
          <Place place={place} />
        </Line>
      )}
    </Section>
    {children}
  </div>
);

interface SectionProps<Row> {
  readonly title: string;
  readonly total: number;
  /** The first of them. */
  readonly rows: readonly Row[];
  readonly open?: boolean;
  readonly children: (row: Row) => ReactNode;
}

const reasonLine = ({ at, reason }: ImportPreview["refusals"][number]) => (
  <Line key={at} at={at}>
    {reason}
  </Line>
);

const SHOWN = 100; // rows of a section at first, and with each click

function Section<Row>({ title, total, rows, open = false, children }: SectionProps<Row>) {
  const [most, setMost] = useState(SHOWN);
  const shown = rows.slice(0, most);
  if (total === 0) return null;
  return (
    <details open={open}>
      <summary>{`${title}: ${total.toLocaleString("en-US")}`}</summary>
      <ul>
        {shown.map(children)}
        {total > shown.length && (
          <li className="place-import-more">
            {rows.length > most ? (
              <Button look="quiet" onClick={() => setMost(most + SHOWN)}>
                {`Show ${Math.min(SHOWN, rows.length - most)} more of ${total.toLocaleString("en-US")}`}
              </Button>
            ) : (
              `and ${(total - shown.length).toLocaleString("en-US")} more`
            )}
          </li>
        )}
      </ul>
    </details>
  );
}

const Line = ({ at, children }: { readonly at: number; readonly children: ReactNode }) => (
  <li>
    <span className="soft">{`Line ${at}`}</span>
    <div>{children}</div>
  </li>
);

interface PlaceProps {
  readonly place: { readonly name: string; readonly address?: string; readonly city?: string };
  /** Of a listed place: its record opens in another tab, so that the preview stays. */
  readonly id?: string | null;
}

const Place = ({ place: { name, address, city }, id }: PlaceProps) => (
  <>
    {id ? (
      <a href={`/admin/places?place=${encodeURIComponent(id)}`} target="_blank" rel="noopener">
        <bdi>{name}</bdi>
      </a>
    ) : (
      <bdi>{name}</bdi>
    )}
    {address !== undefined && (
      <span className="soft">
        , <bdi>{address}</bdi>, <bdi>{city}</bdi>
      </span>
    )}
  </>
);

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
export const places = (n: number): string => count(n, "place", "places");
const lines = (n: number): string => count(n, "line", "lines");

type Counts = Pick<ImportPreview, "created" | "updated" | "refused">;

export const outcomeOf = ({ created, updated, refused }: Counts): string =>
  [
    `${places(created)} added, ${updated.toLocaleString("en-US")} changed`,
    ...(refused > 0 ? [`${lines(refused)} left out`] : []),
  ].join(", ");

/** What the file holds, in a sentence. */
function summaryOf({ read, unchanged, repeated }: ImportPreview): string {
  const parts = [
    `${lines(read)} read`,
    ...(unchanged > 0 ? [`${places(unchanged)} stay as they are`] : []),
    ...(repeated > 0 ? [`${lines(repeated)} repeated by a later one`] : []),
  ];
  return `${parts.join(", ")}.`;
}

/** A field by its label, and its values as staff read them. */
const labelOf = (field: string): string =>
  field === "halalVerificationStatus"
    ? "Halal tier"
    : field in FIELD_LABELS
      ? FIELD_LABELS[field as keyof typeof FIELD_LABELS]
      : field;

type Value = ImportPreview["changes"][number]["fields"][number]["before"];

function shownValue(field: string, value: Value): string {
  if (value === null || value === "") return "empty";
  if (field === "phone") return formatPhone(String(value));
  return value in TIER_NAMES ? TIER_NAMES[value as keyof typeof TIER_NAMES] : String(value);
}
