import type { Root } from "react-dom/client";

/** The paths of the screens that follow a sign-in at this one; at another path the screen itself follows. */
const NEXT: Readonly<Record<string, readonly string[]>> = { "/partner/auth": ["/partner/auth", "/partner"] };

let styles: Promise<unknown> | undefined;

/** Loads the app, its style sheets and the screens that come first, but starts nothing. */
export async function loadApp() {
  styles ??= Promise.all(stylesheetsOfApp().map(addStylesheet)).catch(forgetStyles);
  const [app] = await Promise.all([import("../main.tsx"), styles]);
  await app.loadScreens(NEXT[location.pathname] ?? [location.pathname]);
  return app;
}

/** The next attempt loads them again. */
function forgetStyles(error: unknown): never {
  styles = undefined;
  throw error;
}

/** Starts the app in place of the sign-in, at the same URL. */
export async function replaceByApp(shown: Root): Promise<void> {
  const app = await loadApp().catch(() => null);
  if (app) await app.start(shown);
  else location.reload(); // a deployment may have replaced the files; the session's cookie is there
}

const stylesheetsOfApp = (): readonly string[] =>
  document.getElementById("root")?.dataset.stylesheets?.split(" ") ?? [];

function addStylesheet(href: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  // Of another medium until it is there, because a sheet that loads blocks what is painted.
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: "print" });
  link.onerror = reject;
  link.onload = (event) => {
    link.media = "all";
    resolve(event);
  };
  document.head.append(link);
  return promise;
}
