/** The fields of the form, in its order. */
export const FIELD_LABELS = {
  name: "Name",
  category: "Category",
  address: "Address",
  city: "City",
  state: "State or province",
  zipCode: "ZIP or postal code",
  phone: "Phone",
  website: "Website",
  subcategory: "Kind or cuisine",
  halalCertificate: "Halal certificate",
  placeId: "Maps place ID",
  latitude: "Latitude",
  longitude: "Longitude",
} as const;

/** What a column of a list can hold. */
export const LIST_FIELDS = {
  ...FIELD_LABELS,
  houseNumber: "House number",
  street: "Street, without the number",
  unit: "Unit or suite",
  position: "Latitude and longitude in one",
  halalVerificationStatus: "Whether it is halal",
  opening_hours: "Opening hours",
  kind: "Tags of OpenStreetMap",
  closedForGood: "Whether it is closed for good",
} as const;
