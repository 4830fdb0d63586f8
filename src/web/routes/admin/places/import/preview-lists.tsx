import type { ReactNode } from "react";
import type { ImportPreview } from "../../../../../modules/places/import/preview/schema.ts";
import { IMPORT, labelOf, SECTIONS, shownValue } from "./content.ts";

/** What to look at is open: new places that look like others, and lines that are left out. */
export const PreviewLists = ({ preview }: { readonly preview: ImportPreview }) => (
  <div className="place-import-lists">
    <Section title={SECTIONS.alike} total={preview.alike} rows={preview.lookAlikes} open>
      {({ at, places, ...place }) => (
        <Line key={at} at={at}>
          <Place place={place} />
          <ul>
            {places.map((other) => (
              <li key={other.id ?? other.at}>
                {other.id === null && other.at !== undefined ? (
                  <span className="soft">{IMPORT.alikeLine(other.at)}: </span>
                ) : null}
                <Place place={other} id={other.id} />
              </li>
            ))}
          </ul>
        </Line>
      )}
    </Section>
    <Section title={SECTIONS.refused} total={preview.refused} rows={preview.refusals} open>
      {({ at, reason }) => (
        <Line key={at} at={at}>
          {reason}
        </Line>
      )}
    </Section>
    <Section title={SECTIONS.changed} total={preview.updated} rows={preview.changes}>
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
    <Section title={SECTIONS.created} total={preview.created} rows={preview.creations}>
      {({ at, ...place }) => (
        <Line key={at} at={at}>
          <Place place={place} />
        </Line>
      )}
    </Section>
  </div>
);

interface SectionProps<Row> {
  readonly title: (total: number) => string;
  readonly total: number;
  /** The first of them. */
  readonly rows: readonly Row[];
  readonly open?: boolean;
  readonly children: (row: Row) => ReactNode;
}

function Section<Row>({ title, total, rows, open = false, children }: SectionProps<Row>) {
  if (total === 0) return null;
  return (
    <details open={open}>
      <summary>{title(total)}</summary>
      <ul>
        {rows.map(children)}
        {total > rows.length && <li className="place-import-more">{IMPORT.more(total - rows.length)}</li>}
      </ul>
    </details>
  );
}

const Line = ({ at, children }: { readonly at: number; readonly children: ReactNode }) => (
  <li>
    <span className="soft">{IMPORT.line(at)}</span>
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
