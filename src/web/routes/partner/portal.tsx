import { useIsFetching } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { NEEDS } from "../../../copy/en/my-place.ts";
import { BANNER, MY_REPORTS, PORTAL, TAB_NAMES } from "../../../copy/en/partner.ts";
import { LINKED, RENEW } from "../../../copy/en/partner-places.ts";
import { formatCalendarDay, formatDueDay } from "../../../shared/format.ts";
import { TIER_NAMES } from "../../../shared/places/places.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Tabs } from "../../kit/controls/tabs.tsx";
import { Card } from "../../kit/page/card.tsx";
import { Page } from "../../kit/page/page.tsx";
import { Skeleton } from "../../kit/page/states.tsx";
import { trpc } from "../../lib/api.tsx";
import { useNow } from "../../lib/now.ts";
import { toast, toastError } from "../../lib/toast.ts";
import { CodeForm } from "./account-dialogs.tsx";
import { Dialogs, type OpenDialog, useDialogs } from "./dialogs.tsx";
import { MyClaims } from "./own/my-claims.tsx";
import { MyPois } from "./own/my-pois.tsx";
import { MyRequests } from "./own/my-requests.tsx";
import { useDue, useOwn, usePendingClaims, useReturned, useTransfers } from "./own/own-data.ts";
import { OwnList } from "./own/own-list.tsx";
import { ReportCard } from "./own/report-card.tsx";
import { BusinessLine, PortalBar } from "./portal-head.tsx";
import { claimable } from "./search/place-card.tsx";
import { SearchTab } from "./search/search-tab.tsx";
import {
  type PortalSearchParams,
  portalSearchParams,
  TAB_IDS,
  type TabId,
  tabElement,
} from "./search-params.ts";
import { usePartner, useRights } from "./session.tsx";

/** The portal of a signed-in partner: four tabs, one more while a report is open, and their dialogs. */
export function Portal() {
  return (
    <div className="portal">
      <Page title={PORTAL.title} banner={<PortalBar />}>
        <Progress />
        <div className="portal-screen">
          <BusinessLine />
          <ConfirmBanner />
          <NeedsYou />
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
  if (current === null) return <Skeleton rows={5} label={PORTAL.checking} />;
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
    reports: reports.data?.items.filter(({ status }) => status === "open").length ?? null, // open ones come first
  };
  const at = (id: TabId): PortalSearchParams => ({
    ...search,
    renew: undefined,
    at: undefined,
    tab: id,
  });
  const current = useCurrentTab(search);
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

/** The tab of the URL. One without a tab shows the partner's places, if it has some; null until that is known. */
function useCurrentTab(search: PortalSearchParams): TabId | null {
  const navigate = useNavigate();
  const { pois } = useOwn();
  const { tab, q, city, category, claim } = search;
  const isHome = !tab && !q && !city && !category && !claim;
  const leadsToPlaces = isHome && (pois.data?.total ?? 0) > 0;
  useEffect(() => {
    if (!leadsToPlaces) return;
    void navigate({ to: "/partner", search: { ...search, tab: "pois" }, replace: true, resetScroll: false });
  });
  return tab ?? (leadsToPlaces || (isHome && pois.isPending) ? null : "search");
}

/** What visitors reported about the partner's places. */
function MyReports() {
  const { reports } = useOwn();
  return (
    <OwnList
      list={reports}
      words={MY_REPORTS}
      emptyAction={null}
      keyOf={(report) => report.id}
      card={(report) => <ReportCard report={report} />}
    />
  );
}

/**
 * Opens the claim of the place to which its public page links. One that cannot be claimed is shown with the reason. The
 * search then shows it as if its name had been typed. An own place is among the others.
 */
function useLinkedClaim(onDo: (doing: OpenDialog) => void): void {
  const { claim } = portalSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { claims } = useOwn();
  const pending = usePendingClaims();
  const { manages } = useRights();
  const opened = useRef<string>(null); // the URL changes only later
  const { data, error } = trpc.partner.pois.get.useQuery(
    { id: claim ?? "" },
    { enabled: claim !== undefined, staleTime: 0 },
  );
  useEffect(() => {
    if (claim === undefined || claim === opened.current || claims.isPending || (!data && !error)) return;
    opened.current = claim;
    const search: PortalSearchParams = data?.isOwned
      ? { tab: "pois" }
      : data
        ? { q: data.name, city: data.city }
        : {};
    void navigate({ to: "/partner", search, replace: true, resetScroll: false });
    if (!data) toastError(LINKED.failed, error);
    else if (data.isOwned) return;
    else if (manages && data.ownerId === null && !pending.has(data.id))
      onDo({ what: "claim", place: claimable(data) });
    else onDo({ what: "view", place: data });
  });
}

/** Asks a partner to confirm the address, where that is required or mails can be sent. */
function ConfirmBanner() {
  const { emailConfirmed } = usePartner();
  const status = trpc.partner.email.status.useQuery(undefined, { enabled: !emailConfirmed });
  if (emailConfirmed || !status.data || status.data.confirmed) return null;
  const { required, mailed } = status.data;
  return required || mailed ? <Banner required={required} /> : null;
}

function Banner({ required }: { readonly required: boolean }) {
  const { email } = usePartner();
  const resend = trpc.partner.email.resend.useMutation();
  const again = () =>
    resend.mutateAsync().then(
      () => toast({ title: BANNER.sent, description: BANNER.sentText }),
      (error: unknown) => toastError(BANNER.failed, error, BANNER.tryAgain),
    );
  return (
    <section aria-labelledby="confirm-banner">
      <Card className="confirm-banner">
        <h2 id="confirm-banner">{BANNER.title}</h2>
        <p>{BANNER.text(email)}</p>
        {required && <p className="soft">{BANNER.required}</p>}
        <CodeForm onConfirmed={focusMain} />
        <Button
          look="text"
          className="confirm-banner-again"
          disabled={resend.isPending}
          onClick={() => void again()}
        >
          {BANNER.again}
        </Button>
      </Card>
    </section>
  );
}

/** The banner goes, and the focus with it. */
const focusMain = (): void => document.querySelector<HTMLElement>("main")?.focus();

interface Need {
  readonly key: string;
  readonly what: string;
  readonly detail: string;
  readonly button: string;
  /** Names the button among the others. */
  readonly label: string;
  /** Where it is answered. */
  readonly to: PortalSearchParams & { readonly tab: TabId };
}

/** What waits for the partner, each with one button; nothing is shown while there is nothing. */
function NeedsYou() {
  const needs = useNeeds();
  const search = portalSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  if (needs.length === 0) return null;
  return (
    <section className="needs-you" aria-labelledby="needs-you">
      <h2 id="needs-you">{NEEDS.title}</h2>
      <ul>
        {needs.map(({ key, what, detail, button, label, to }) => (
          <li key={key}>
            <p>
              <strong>{what}</strong>
              <span>{detail}</span>
            </p>
            <Button
              id={key}
              className="button-small"
              aria-label={label}
              onClick={() =>
                void navigate({ to: "/partner", search: { ...search, ...to }, resetScroll: false })
              }
            >
              {button}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those with a day of their own first. */
function useNeeds(): readonly Need[] {
  const { claims, reports } = useOwn();
  const now = useNow();
  const { owns } = useRights();
  const transfers = useTransfers().flatMap((each): readonly Need[] => {
    const { id, poiName, partnerName, direction, waitsFor, status, answerBy } = each;
    if (direction !== "incoming" || status !== "pending" || waitsFor !== "owner" || !owns) return [];
    return [
      {
        ...{ key: `need-${id}`, what: NEEDS.transfer(poiName, partnerName) },
        ...{ detail: NEEDS.answerBy(formatDueDay(answerBy)), button: NEEDS.answer },
        ...{ label: NEEDS.answerTo(poiName), to: { tab: "pois", at: id } },
      },
    ];
  });
  const replies = (reports.data?.items ?? []).flatMap((each): readonly Need[] => {
    const { id, placeName, kind, status, reply, replyBy } = each;
    if (status !== "open" || reply !== "") return [];
    const isLate = replyBy === null || replyBy.getTime() < now;
    return [
      {
        ...{ key: `need-${id}`, what: NEEDS.report(placeName, kind) },
        ...{ detail: isLate ? NEEDS.replyLate : NEEDS.replyBy(formatDueDay(replyBy)), button: NEEDS.reply },
        ...{ label: NEEDS.replyTo(placeName), to: { tab: "reports", at: id } },
      },
    ];
  });
  const documents = (claims.data?.items ?? []).flatMap((each): readonly Need[] => {
    const { id, poiName, moreRequested } = each;
    if (moreRequested === null) return [];
    return [
      {
        ...{ key: `need-${id}`, what: NEEDS.documents(poiName), detail: NEEDS.documentsText },
        ...{ button: NEEDS.answer, label: NEEDS.answerClaim(poiName), to: { tab: "claims", at: id } },
      },
    ];
  });
  const unusable = useReturned();
  const returned = unusable.map(
    ({ poiId, poiName, reason }): Need => ({
      ...{ key: `returned-${poiId}`, what: NEEDS.returned(poiName), detail: reason },
      ...{ button: NEEDS.sendAnother, label: NEEDS.sendAnotherOf(poiName) },
      to: { tab: "pois", renew: poiId },
    }),
  );
  const renewals = (useDue() ?? []).flatMap(
    ({ poiId, poiName, tier, until, ended, sentAt }): readonly Need[] => {
      if (until === null || sentAt !== null || unusable.some((each) => each.poiId === poiId)) return [];
      const state = ended ? RENEW.ended : RENEW.ends;
      return [
        {
          ...{
            key: `renew-${poiId}`,
            what: poiName,
            detail: state(TIER_NAMES[tier], formatCalendarDay(until)),
          },
          ...{ button: RENEW.button, label: RENEW.of(poiName), to: { tab: "pois", renew: poiId } },
        },
      ];
    },
  );
  return [...transfers, ...replies, ...documents, ...returned, ...renewals];
}
