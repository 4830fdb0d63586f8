import { ButtonLink } from "../../ui/button/button.tsx";
import { INQUIRIES } from "./content.ts";
import { type InquiryPlace, isFiltered } from "./list-search-params.ts";

const EXPORT = "/api/admin/partnerships/export";

/** The whole list, or what is filtered of it; the server names the file. */
export function InquiryExport({ place = {} }: { readonly place?: InquiryPlace }) {
  const { q, answered, type } = place;
  const wanted = new URLSearchParams({
    ...(q && { q }),
    ...(answered !== undefined && { answered: String(answered) }),
    ...(type && { businessType: type }),
  });
  const query = wanted.size > 0 ? `?${wanted}` : "";
  return (
    <ButtonLink
      look="quiet"
      className="button-tiny"
      href={EXPORT + query}
      download="partnership-inquiries.csv"
    >
      {isFiltered(place) ? INQUIRIES.exportFiltered : INQUIRIES.exportAll}
    </ButtonLink>
  );
}
