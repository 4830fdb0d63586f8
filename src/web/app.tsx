import { type ReactNode, StrictMode } from "react";
import { LateToaster } from "./kit/page/late-toaster.tsx";
import { OfflineNotice } from "./kit/page/offline.tsx";
import { ReadyContext } from "./kit/page/page.tsx";
import { ApiProvider } from "./lib/api.tsx";
import { BrandContext, type WebBrand } from "./lib/brand.ts";

interface AppProps {
  readonly brand: WebBrand;
  /** Called when the page is interactive. */
  readonly onReady?: () => void;
  /** The screen. */
  readonly children: ReactNode;
}

/** The whole tree: rendered to a string by the build, hydrated by the browser. */
export const App = ({ brand, onReady = () => undefined, children }: AppProps) => (
  <StrictMode>
    <BrandContext value={brand}>
      <ReadyContext value={onReady}>
        <ApiProvider>
          {children}
          <OfflineNotice />
          <LateToaster />
        </ApiProvider>
      </ReadyContext>
    </BrandContext>
  </StrictMode>
);
