import { ButtonLink } from "../../../ui/button/button.tsx";
import { GIFTS } from "./content.ts";
import type { GiftPlace } from "./list-search-params.ts";

const EXPORT = "/api/admin/payments/export";

/** All payments, or what is filtered of them; the server names the file. */
export function PaymentsExport({ place: { q, status, kind } }: { readonly place: GiftPlace }) {
  const wanted = new URLSearchParams({ ...(q && { q }), ...(status && { status }), ...(kind && { kind }) });
  const filtered = wanted.size > 0;
  return (
    <ButtonLink
      look="quiet"
      className="button-tiny"
      href={filtered ? `${EXPORT}?${wanted}` : EXPORT}
      download="payments.csv"
    >
      {filtered ? GIFTS.exportFiltered : GIFTS.exportAll}
    </ButtonLink>
  );
}
