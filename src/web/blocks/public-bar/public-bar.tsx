import type { ReactNode } from "react";
import { Wordmark } from "../wordmark/wordmark.tsx";

/** The bar of a public page that has no sections; what is in it stands at its far end. */
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
