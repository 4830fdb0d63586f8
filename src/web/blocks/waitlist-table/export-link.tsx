import { ButtonLink } from "../../ui/button/button.tsx";
import { SIGNUPS } from "./content.ts";
import { isFiltered, type SignupPlace } from "./list-search-params.ts";

const EXPORT = "/api/admin/waitlist/export";

/** The whole list, or what is filtered of it; the server names the file. */
export function SignupExport({ place = {} }: { readonly place?: SignupPlace }) {
  const { q, beta } = place;
  const wanted = new URLSearchParams({ ...(q && { q }), ...(beta !== undefined && { beta: String(beta) }) });
  const query = wanted.size > 0 ? `?${wanted}` : "";
  return (
    <ButtonLink look="quiet" className="button-tiny" href={EXPORT + query} download="waitlist-signups.csv">
      {isFiltered(place) ? SIGNUPS.exportFiltered : SIGNUPS.exportAll}
    </ButtonLink>
  );
}
