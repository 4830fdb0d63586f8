import { createContext, use } from "react";
import type { Brand } from "../../brand.ts";

/** The brand as pages show it. */
export type WebBrand = Brand;

export const BrandContext = createContext<WebBrand | null>(null);

export function useBrand(): WebBrand {
  const brand = use(BrandContext);
  if (!brand) throw new Error("No brand around this component");
  return brand;
}

const META = "brand";

/** An operator names the product when it starts, so the name travels in the page and not in the scripts. */
export const brandMeta = (brand: WebBrand) => ({ name: META, content: JSON.stringify(brand) });

/** Trusts the page's own head, which the build wrote by `brandMeta`. */
export function brandOfPage(): WebBrand {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${META}"]`);
  return JSON.parse(meta?.content ?? "null") as WebBrand;
}
