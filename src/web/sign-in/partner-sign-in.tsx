import { useEffect, useState } from "react";
import type { Enter } from "../lib/session/account-kind.ts";
import { AuthTabs } from "../routes/partner/auth/auth-tabs.tsx";
import type { AuthTab } from "../routes/partner/auth-content.ts";
import type { Partner } from "../routes/partner/partner-account.ts";

/** The partners' sign-in and registration, with the current tab in the URL as in the app. */
export function PartnerSignIn({ enter }: { readonly enter: Enter<Partner> }) {
  const [tab, setTab] = useState<AuthTab>("login");
  useEffect(() => {
    const ends = new AbortController();
    addEventListener("popstate", () => setTab(tabOf(location.search)), { signal: ends.signal });
    return () => ends.abort();
  }, []);
  function select(next: AuthTab, replace = false): void {
    window.history[replace ? "replaceState" : "pushState"](null, "", hrefOf(next));
    setTab(next);
  }
  return <AuthTabs why={null} tab={tab} hrefOf={hrefOf} onSelect={select} enter={enter} />;
}

const tabOf = (search: string): AuthTab =>
  new URLSearchParams(search).get("tab") === "register" ? "register" : "login";

/** Keeps where the sign-in leads. The build renders it without a location. */
function hrefOf(tab: AuthTab): string {
  const search = new URLSearchParams(typeof location === "undefined" ? "" : location.search);
  search.delete("tab");
  if (tab !== "login") search.set("tab", tab);
  return `/partner/auth${search.size > 0 ? `?${search}` : ""}`;
}
