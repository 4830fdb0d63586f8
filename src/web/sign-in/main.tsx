import { hydrateRoot, type Root } from "react-dom/client";
import { loadCodeStep } from "../kit/sign-in/sign-in-steps.tsx";
import { brandOfPage } from "../lib/brand.ts";
import { enterAccount, onOtherTabs } from "../lib/session/account-kind.ts";
import { SIGN_INS } from "../page-files.ts";
import { ACCOUNTS, SignInPage } from "./sign-in-page.tsx";

/**
 * Hydrates the sign-in of a page that the server sent without a session. It needs a third of the app's code, so that a
 * person on a slow connection can sign in while the app still loads.
 */
export async function start(): Promise<void> {
  const root = document.getElementById("root");
  const name = SIGN_INS.find((each) => each === root?.dataset.signIn);
  if (!root || !name) throw new Error("The page has no sign-in");
  openAt(root.dataset.signInAt);
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
  const shown: Root = hydrateRoot(
    root,
    <SignInPage
      name={name}
      brand={brandOfPage()}
      enter={async (kind) => {
        const who = await enterAccount(kind);
        if (who !== null) await replaceByApp(shown);
        return who;
      }}
      onReady={onReady}
    />,
  );
  await ready;
  onOtherTabs(ACCOUNTS[name].key, (change) => {
    if (change === "signedIn") void replaceByApp(shown);
  });
  whenIdle(() => void Promise.all([loadApp(), loadCodeStep()]).catch(() => undefined));
}

/** The sign-in's address if the page was requested at another one; `to` leads back there. */
function openAt(path: string | undefined): void {
  const { pathname, search } = window.location;
  if (path === undefined || pathname === path) return;
  const to = search && `?${new URLSearchParams({ to: search })}`;
  window.history.replaceState(null, "", path + to);
}

/** Safari has no idle callbacks. */
const whenIdle = (call: () => void): void =>
  void ("requestIdleCallback" in window ? window.requestIdleCallback(call) : setTimeout(call));

/** The paths of the screens that follow a sign-in at this one; at another path the screen itself follows. */
const NEXT: Readonly<Record<string, readonly string[]>> = { "/partner/auth": ["/partner/auth", "/partner"] };

let styles: Promise<unknown> | undefined;

/** Loads the app, its style sheets and the screens that come first, but starts nothing. */
async function loadApp() {
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
async function replaceByApp(shown: Root): Promise<void> {
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
