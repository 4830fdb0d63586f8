import { type ReactNode, StrictMode, useState } from "react";
import { OfflineNotice } from "./kit/page/offline.tsx";
import { Toaster } from "./kit/page/toaster.tsx";
import { ApiProvider } from "./lib/api.tsx";
import { BrandContext, type WebBrand } from "./lib/brand.ts";
import { ReadyContext, whenAllReady } from "./lib/ready.ts";

interface AppProps {
  readonly brand: WebBrand;
  /** Called once, when the page is interactive. */
  readonly onReady?: () => void;
  /** The screen. */
  readonly children: ReactNode;
}

/** The whole tree: rendered to a string by the build, hydrated by the browser. */
export function App({ brand, onReady, children }: AppProps) {
  const [ready] = useState(() => whenAllReady(() => onReady?.()));
  return (
    <StrictMode>
      <BrandContext value={brand}>
        <ReadyContext value={ready}>
          <ApiProvider>
            {children}
            <OfflineNotice />
            <Toaster />
          </ApiProvider>
        </ReadyContext>
      </BrandContext>
    </StrictMode>
  );
}
