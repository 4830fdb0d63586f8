import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useState } from "react";
import { OfflineNotice } from "./kit/page/offline.tsx";
import { Toaster } from "./kit/page/toaster.tsx";
import { StaffScreensContext } from "./kit/staff/staff-screens.ts";
import { ApiProvider } from "./lib/api.tsx";
import { BrandContext, type WebBrand } from "./lib/brand.ts";
import { ReadyContext, whenAllReady } from "./lib/ready.ts";
import type { AppRoutes } from "./routes.tsx";
import { RAIL } from "./screens.ts";

interface AppProps {
  readonly router: AppRoutes;
  readonly brand: WebBrand;
  /** Called once, when the page is interactive. */
  readonly onReady?: () => void;
}

/** The whole tree: rendered to a string by the build, hydrated by the browser. */
export function App({ router, brand, onReady }: AppProps) {
  const [ready] = useState(() => whenAllReady(() => onReady?.()));
  return (
    <StrictMode>
      <BrandContext value={brand}>
        <ReadyContext value={ready}>
          <ApiProvider>
            <StaffScreensContext value={RAIL}>
              <RouterProvider router={router} />
            </StaffScreensContext>
            <OfflineNotice />
            <Toaster />
          </ApiProvider>
        </ReadyContext>
      </BrandContext>
    </StrictMode>
  );
}
