import type { ReactNode } from "react";
import { useBrand } from "../../lib/brand.ts";
import { Star } from "../page/star.tsx";

/** The name and the star, as a link to the home page. */
export function Wordmark() {
  const { name } = useBrand();
  return (
    <a className="wordmark" href="/">
      <Star />
      <span>{name}</span>
    </a>
  );
}

/** The bar of a public page without sections; its children are aligned to the end. */
export function PublicBar({ children }: { readonly children?: ReactNode }) {
  return (
    <header className="top-bar">
      <div className="wrap">
        <Wordmark />
        {children}
      </div>
    </header>
  );
}
