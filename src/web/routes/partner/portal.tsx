import { useIsFetching } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { Page } from "../../ui/page/page.tsx";
import { Tabs } from "../../ui/tabs/tabs.tsx";
import { useLinkedClaim } from "./claim/use-linked-claim.ts";
import { PORTAL, TAB_NAMES } from "./content.ts";
import { Dialogs, useDialogs } from "./dialogs.tsx";
import { ConfirmBanner } from "./email/confirm-banner.tsx";
import { MyClaims } from "./own/my-claims.tsx";
import { MyPois } from "./own/my-pois.tsx";
import { MyRequests } from "./own/my-requests.tsx";
import { MyReports } from "./own/reports/my-reports.tsx";
import { useOwn } from "./own/use-own.ts";
import { BusinessLine, PortalBar } from "./portal-head.tsx";
import { SearchTab } from "./search/search-tab.tsx";
import { type PortalSearchParams, portalSearchParams, TAB_IDS, type TabId } from "./search-params.ts";
import { tabElement } from "./tab-element.ts";

/** The portal of a signed-in partner: four tabs, one more once there are reports, and their dialogs. */
export function Portal() {
  return (
    <div className="portal">
      <Page title={PORTAL.title} banner={<PortalBar />}>
        <Progress />
        <div className="portal-screen">
          <BusinessLine />
          <ConfirmBanner />
          <Parts />
        </div>
      </Page>
    </div>
  );
}

/** The route line along the top while anything loads. */
function Progress() {
  return useIsFetching() > 0 && <div className="pending" data-late />;
}

function Parts() {
  const { current, tabs, select } = useTabs();
  const dialogs = useDialogs();
  useLinkedClaim(dialogs.start);
  const search = () => {
    tabElement("search")?.focus(); // the focused button is removed with its tab
    select("search");
  };
  return (
    <>
      <Tabs label={PORTAL.tabs} tabs={tabs} current={current} onSelect={select}>
        {current === "search" && <SearchTab onDo={dialogs.start} />}
        {current === "pois" && <MyPois onSearch={search} />}
        {current === "claims" && <MyClaims onDo={dialogs.start} onSearch={search} />}
        {current === "requests" && <MyRequests onOpen={dialogs.start} />}
        {current === "reports" && <MyReports />}
      </Tabs>
      <Dialogs {...dialogs} onShow={select} />
    </>
  );
}

function useTabs() {
  const search = portalSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const { pois, claims, requests, reports } = useOwn();
  const counts: Readonly<Record<TabId, number | null>> = {
    search: null,
    pois: pois.data?.total ?? null,
    claims: claims.data?.total ?? null,
    requests: requests.data?.total ?? null,
    reports: reports.data?.total ?? null,
  };
  const at = (id: TabId): PortalSearchParams => ({
    ...search,
    renew: undefined,
    tab: id === "search" ? undefined : id,
  });
  const current = search.tab ?? "search";
  const isShown = (id: TabId) => id !== "reports" || id === current || (counts.reports ?? 0) > 0;
  const tabs = TAB_IDS.filter(isShown).map((id) => ({
    id,
    name: TAB_NAMES[id],
    count: counts[id],
    href: router.buildLocation({ to: "/partner", search: at(id) }).href,
  }));
  const select = (id: TabId) => void navigate({ to: "/partner", search: at(id), resetScroll: false });
  return { current, tabs, select } as const;
}
