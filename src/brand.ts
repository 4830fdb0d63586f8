/** What an operator may call the product, and how people reach and pay it. Everything else says "the product". */
export interface Brand {
  readonly name: string;
  readonly contactEmail: string;
  readonly postalAddress: string;
  readonly venmoHandle: string;
  readonly zelleRecipient: string;
}

/** The default brand; the environment can replace each part. */
export const DEFAULT_BRAND: Brand = {
  name: "Rihla",
  contactEmail: "salam@rihla.example",
  postalAddress: "Rihla, 228 Park Avenue South, New York, NY 10003, USA",
  venmoHandle: "@rihla-app",
  zelleRecipient: "gifts@rihla.example",
};
