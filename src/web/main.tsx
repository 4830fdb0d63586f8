import { createBrowserHistory } from "@tanstack/react-router";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { brandOfPage } from "./lib/brand.ts";
import { createAppRouter } from "./routes.tsx";
import { closeDialogsOnBack } from "./ui/dialog/back-button.ts";

/** Renders or hydrates the page; resolves once it is interactive. */
export async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root");
  const prerendered = root.firstElementChild !== null;
  const { signIn } = root.dataset;
  if (signIn !== undefined) openAt(signIn);
  const history = createBrowserHistory();
  closeDialogsOnBack(history);
  const router = createAppRouter(history, prerendered);
  // Tells the router that the markup exists; otherwise it adds a boundary and renders the page twice.
  if (prerendered) router.ssr = { manifest: undefined };
  await router.load();
  const { promise, resolve } = Promise.withResolvers<void>();
  const app = (
    <App
      router={router}
      brand={brandOfPage()}
      session={signIn === undefined ? "not known" : "signed out"}
      onReady={resolve}
    />
  );
  if (prerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
  await promise;
}

/** The sign-in's address if the page was requested at another one; `to` leads back there. */
function openAt(path: string): void {
  const { pathname, search } = window.location;
  if (pathname === path) return;
  const to = search && `?${new URLSearchParams({ to: search })}`;
  window.history.replaceState(null, "", path + to);
}
