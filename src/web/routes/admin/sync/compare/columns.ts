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

export const columnName = (name: string): string => COLUMNS[name] ?? name;
