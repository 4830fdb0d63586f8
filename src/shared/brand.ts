/** What operators can replace: the product's name, how to reach it, and what they alone know about it. */
export interface Brand {
  readonly name: string;
  readonly contactEmail: string;
  readonly postalAddress: string;
  readonly venmoHandle: string;
  readonly zelleRecipient: string;
  readonly copyrightYear: number;
  /** Whether a mail server is set up; without one, emails wait. */
  readonly sendsEmail: boolean;
  /** https addresses of the accounts that the operator owns. */
  readonly socialLinks: readonly string[];
  /** The landing page shows the evidence of a sample place while there are none. */
  readonly testimonials: readonly Testimonial[];
}

/** What a person said about the product. At least one of `role` and `city` is not empty. */
export interface Testimonial {
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly city: string;
}

/** The default; environment variables can replace each field. */
export const DEFAULT_BRAND: Brand = {
  name: "Rihla",
  contactEmail: "salam@rihla.example",
  postalAddress: "Rihla, 228 Park Avenue South, New York, NY 10003, USA",
  venmoHandle: "@rihla-app",
  zelleRecipient: "gifts@rihla.example",
  copyrightYear: 2024,
  sendsEmail: false,
  socialLinks: [],
  testimonials: [],
};
