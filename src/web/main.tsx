import { createBrowserHistory } from "@tanstack/react-router";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { App } from "./app.tsx";
import { brandOfPage } from "./lib/brand.ts";
import { createAppRouter, Screens } from "./routes.tsx";
import { SCREENS } from "./screens.ts";

/** Renders or hydrates the page, in place of `shown` if that is given; resolves once it is interactive. */
export async function start(shown?: Root): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root");
  const prerendered = !shown && root.firstElementChild !== null;
  const router = createAppRouter(createBrowserHistory(), prerendered);
  // Tells the router that the markup exists; otherwise it adds a boundary and renders the page twice.
  if (prerendered) router.ssr = { manifest: undefined };
  await router.load();
  const { promise, resolve } = Promise.withResolvers<void>();
  const app = (
    <App brand={brandOfPage()} onReady={resolve}>
      <Screens router={router} />
    </App>
  );
  shown?.unmount();
  if (prerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
  await promise;
}

/** Loads the code of the screens at these paths. */
export const loadScreens = (paths: readonly string[]): Promise<unknown> =>
  Promise.all(Object.values(SCREENS).map(({ path, load }) => paths.includes(path) && load()));
