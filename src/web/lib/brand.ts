import { createContext, use } from "react";
import type { Brand } from "../../shared/brand.ts";

/** The brand as pages show it. */
export type WebBrand = Brand;

export const BrandContext = createContext<WebBrand | null>(null);

export function useBrand(): WebBrand {
  const brand = use(BrandContext);
  if (!brand) throw new Error("No brand around this component");
  return brand;
}

/** Says that the other side was told of a decision by email, or will be. `who` begins the sentence. */
export function useDecisionNotice(): (who: string) => string {
  const { sendsEmail } = useBrand();
  return (who) =>
    sendsEmail ? `${who} was notified by email.` : `${who} will get an email once a mail server is set up.`;
}

const META = "brand";

/** Operators configure the brand at startup, so it is in the pages and not in the scripts. */
export const brandMeta = (brand: WebBrand) => ({ name: META, content: JSON.stringify(brand) });

/** Reads the page's head without validation, because the build wrote it with `brandMeta`. */
export function brandOfPage(): WebBrand {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${META}"]`);
  return JSON.parse(meta?.content ?? "null") as WebBrand;
}
