/** The name and contact details that operators can replace. */
export interface Brand {
  readonly name: string;
  readonly contactEmail: string;
  readonly postalAddress: string;
  readonly venmoHandle: string;
  readonly zelleRecipient: string;
  readonly copyrightYear: number;
}

/** The default; environment variables can replace each field. */
export const DEFAULT_BRAND: Brand = {
  name: "Rihla",
  contactEmail: "salam@rihla.example",
  postalAddress: "Rihla, 228 Park Avenue South, New York, NY 10003, USA",
  venmoHandle: "@rihla-app",
  zelleRecipient: "gifts@rihla.example",
  copyrightYear: 2024,
};
