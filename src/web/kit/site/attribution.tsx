import { SOURCES } from "../../../copy/en/places.ts";
import { type FileSource, SOURCE_TERMS } from "../../../shared/places/sources.ts";

interface AttributionProps {
  /** The files that said something of what is shown. */
  readonly of: readonly FileSource[];
}

/** What the licenses of sources ask to be shown wherever their words are. */
export function Attribution({ of }: AttributionProps) {
  const shown = of.flatMap((source) => {
    const { isShareAlike, attribution, url } = SOURCE_TERMS[source];
    return isShareAlike && url !== null ? [{ source, attribution, url }] : [];
  });
  return shown.map(({ source, attribution, url }) => (
    <a key={source} href={url} rel="license noreferrer">
      {attribution}
    </a>
  ));
}

/** The same below a list of places, with the way to all sources. */
export function ListAttribution({ of }: AttributionProps) {
  return (
    of.some((source) => SOURCE_TERMS[source].isShareAlike) && (
      <p className="soft">
        {SOURCES.some} <Attribution of={of} />. <a href="/data">{SOURCES.more}</a>
      </p>
    )
  );
}
