import { useEffect, useState } from "react";
import type { Enter } from "../lib/session/account-kind.ts";
import { AuthTabs } from "../routes/partner/auth/auth-tabs.tsx";
import { AUTH_VIEWS, type AuthView } from "../routes/partner/auth-content.ts";
import type { Partner } from "../routes/partner/partner-account.ts";

/** The partners' sign-in and registration, with the current tab in the URL as in the app. */
export function PartnerSignIn({ enter }: { readonly enter: Enter<Partner> }) {
  const [tab, setTab] = useState<AuthView>("login");
  useEffect(() => {
    const ends = new AbortController();
    addEventListener("popstate", () => setTab(tabOf(location.search)), { signal: ends.signal });
    return () => ends.abort();
  }, []);
  function select(next: AuthView, replace = false): void {
    window.history[replace ? "replaceState" : "pushState"](null, "", hrefOf(next));
    setTab(next);
  }
  return <AuthTabs why={null} tab={tab} hrefOf={hrefOf} onSelect={select} enter={enter} />;
}

function tabOf(search: string): AuthView {
  const tab = new URLSearchParams(search).get("tab");
  return AUTH_VIEWS.find((each) => each === tab) ?? "login";
}

/** Keeps where the sign-in leads. The build renders it without a location. */
function hrefOf(tab: AuthView): string {
  const search = new URLSearchParams(typeof location === "undefined" ? "" : location.search);
  search.delete("tab");
  if (tab !== "login") search.set("tab", tab);
  return `/partner/auth${search.size > 0 ? `?${search}` : ""}`;
}
