import { Navigate, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { AuthView } from "../partner-account.ts";
import { authSearchParams, portalSearchParams } from "../search-params.ts";
import { Checking, useSession, useSessionChange, useSessionWatch } from "../session.tsx";
import { AuthTabs } from "./auth-tabs.tsx";

/** Sign-in and registration. A signed-in partner is redirected to the requested part of the portal. */
export function PartnerAuthPage() {
  const session = useSession();
  useSessionWatch(); // another tab may sign in
  if (session.isPending) return <Checking />;
  if (session.data?.who) return <RedirectToPortal />;
  return <RoutedTabs why={session.data?.why ?? null} />;
}

function RedirectToPortal() {
  const { to } = authSearchParams.parse(useSearch({ strict: false }));
  const router = useRouter();
  // Read once: the URL changes while this is still mounted, and no longer holds the target.
  const [asked] = useState(() =>
    portalSearchParams.parse(to === undefined ? {} : router.options.parseSearch(to)),
  );
  return <Navigate to="/partner" search={asked} replace />;
}

/** The tabs, with the current one in the URL. */
function RoutedTabs({ why }: { readonly why: string | null }) {
  const { tab = "login", to } = authSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const { enter } = useSessionChange();
  const at = (id: AuthView) =>
    ({ to: "/partner/auth", search: { to, tab: id === "login" ? undefined : id } }) as const;
  return (
    <AuthTabs
      why={why}
      tab={tab}
      hrefOf={(id) => router.buildLocation(at(id)).href}
      onSelect={(id, replace = false) => void navigate({ ...at(id), replace })}
      enter={async () => (await enter()).who}
    />
  );
}
