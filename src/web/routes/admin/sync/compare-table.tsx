interface Field {
  readonly name: string;
  readonly ours: string | null;
  readonly theirs: string | null;
}

interface CompareTableProps {
  /** For screen readers: whose values these are. */
  readonly caption: string;
  readonly fields: readonly Field[];
}

/** Our values next to those of the main database. Values that differ are marked, by a word too. */
export function CompareTable({ caption, fields }: CompareTableProps) {
  return (
    <table className="sync-compare-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Ours</th>
          <th scope="col">Main database</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, ours, theirs }) => {
          const differs = (ours ?? "") !== (theirs ?? "");
          return (
            <tr key={name} data-differs={differs || undefined}>
              <th scope="row">{columnName(name)}</th>
              <Value text={ours} />
              <Value text={theirs} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const Value = ({ text }: { readonly text: string | null }) => (
  <td>{text === null || text === "" ? <span className="soft">empty</span> : <bdi>{text}</bdi>}</td>
);

/** The columns of the main database in words. */
const COLUMNS: Readonly<Record<string, string>> = {
  place_id: "Place id",
  name: "Name",
  address: "Address",
  city: "City",
  state: "State",
  zip_code: "ZIP",
  phone: "Phone",
  website: "Website",
  category: "Category",
  subcategory: "Subcategory",
  halal_certificate: "Certificate",
  halal_verification_status: "Halal status",
  owner_id: "Owner",
  tier_until: "Status until",
  evidence_digest: "Evidence",
  latitude: "Latitude",
  longitude: "Longitude",
};

const columnName = (name: string): string => COLUMNS[name] ?? name;
