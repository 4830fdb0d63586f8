import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { PageBoundary } from "./kit/page/page.tsx";
import { brandOfPage } from "./lib/brand.ts";
import { PRERENDERED_SCREENS } from "./prerendered-screens.ts";

/**
 * Hydrates a page that the build rendered whole; resolves once it is interactive. Its links load other pages: a router
 * with all screens would be a quarter of the code that a slow phone waits for.
 */
export async function start(): Promise<void> {
  const root = document.getElementById("root");
  const screen = Object.values(PRERENDERED_SCREENS).find(({ path }) => path === root?.dataset.page);
  if (!root || !screen) throw new Error("The page has no prerendered screen");
  const Page = await screen.load();
  const { promise, resolve } = Promise.withResolvers<void>();
  hydrateRoot(
    root,
    <App brand={brandOfPage()} onReady={resolve}>
      <PageBoundary>
        <Page />
      </PageBoundary>
    </App>,
  );
  await promise;
}
