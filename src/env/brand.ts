import type { z } from "zod";
import { DEFAULT_BRAND } from "../shared/brand.ts";
import { emailAddress, line, socialLinks, wholeNumber } from "./fields.ts";
import { testimonialsFile } from "./testimonials.ts";

/** What pages and mails say about the operator. */
export const brandVariables = {
  BRAND_NAME: line.default(DEFAULT_BRAND.name),
  CONTACT_EMAIL: emailAddress.default(DEFAULT_BRAND.contactEmail),
  POSTAL_ADDRESS: line.default(DEFAULT_BRAND.postalAddress),
  VENMO_HANDLE: line.default(DEFAULT_BRAND.venmoHandle),
  ZELLE_RECIPIENT: line.default(DEFAULT_BRAND.zelleRecipient),
  COPYRIGHT_YEAR: wholeNumber(2_000, 2_099).default(DEFAULT_BRAND.copyrightYear),
  SOCIAL_LINKS: socialLinks.default(DEFAULT_BRAND.socialLinks),
  TESTIMONIALS_FILE: testimonialsFile.default(DEFAULT_BRAND.testimonials),
};

type Variables = z.output<z.ZodObject<typeof brandVariables>>;

export const brandSettings = (env: Variables) =>
  ({
    name: env.BRAND_NAME,
    contactEmail: env.CONTACT_EMAIL,
    postalAddress: env.POSTAL_ADDRESS,
    venmoHandle: env.VENMO_HANDLE,
    zelleRecipient: env.ZELLE_RECIPIENT,
    copyrightYear: env.COPYRIGHT_YEAR,
    socialLinks: env.SOCIAL_LINKS,
    testimonials: env.TESTIMONIALS_FILE,
  }) as const;
