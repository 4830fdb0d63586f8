import type { ReactNode } from "react";
import { Wordmark } from "./wordmark.tsx";

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
