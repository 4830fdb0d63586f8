import { useIsFetching } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { BANNER, MY_REPORTS, PORTAL, SEARCH, TAB_NAMES } from "../../../copy/en/partner.ts";
import { LINKED } from "../../../copy/en/partner-places.ts";
import { seconds } from "../../../shared/duration.ts";
import { formatPhone, isPhone } from "../../../shared/phone.ts";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../../shared/places/places.ts";
import { LIMITS } from "../../../shared/text-rules.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Tabs } from "../../kit/controls/tabs.tsx";
import { Card } from "../../kit/page/card.tsx";
import { Page } from "../../kit/page/page.tsx";
import { Skeleton } from "../../kit/page/states.tsx";
import { Pick, TextFilter } from "../../kit/table/toolbar.tsx";
import { trpc } from "../../lib/api.tsx";
import { toast, toastError } from "../../lib/toast.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { CodeForm } from "./account-dialogs.tsx";
import { Dialogs, type OpenDialog, useDialogs } from "./dialogs.tsx";
import { MyClaims } from "./own/my-claims.tsx";
import { MyPois } from "./own/my-pois.tsx";
import { MyRequests } from "./own/my-requests.tsx";
import { NeedsYou } from "./own/needs-you.tsx";
import { useOwn, usePendingClaims } from "./own/own-data.ts";
import { OwnList } from "./own/own-list.tsx";
import { ReportCard } from "./own/report-card.tsx";
import { BusinessLine, PortalBar } from "./portal-head.tsx";
import { claimable } from "./search/place-card.tsx";
import { Results } from "./search/results.tsx";
import {
  type PortalSearchParams,
  portalSearchParams,
  TAB_IDS,
  type TabId,
  tabElement,
} from "./search-params.ts";
import { usePartner } from "./session.tsx";
import type { InitialValues } from "./use-request.ts";

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
    else if (data.ownerId === null && !pending.has(data.id)) onDo({ what: "claim", place: claimable(data) });
    else onDo({ what: "view", place: data });
  });
}

interface SearchTabProps {
  readonly onDo: (doing: OpenDialog) => void;
}

/** The search box and its results. The query is kept in the URL. */
function SearchTab({ onDo }: SearchTabProps) {
  const { q = "", city = "", category } = portalSearchParams.parse(useSearch({ strict: false }));
  const filter = useFilter();
  const name = useDebounced(q, (next) => filter({ q: next || undefined }));
  const near = useNear();
  const request = () => onDo({ what: "request", given: givenBy(name.typed.trim(), city) });
  return (
    <div className="search-tab">
      <h2 className="visually-hidden">Search POIs</h2>
      <SearchBox
        name={name}
        city={city}
        category={category}
        onCity={(next) => filter({ city: next || undefined })}
        onCategory={(next) => filter({ category: next })}
        near={near}
      />
      <Results
        asked={{ query: q, city, category, near: near.point }}
        typed={name.typed}
        onDo={onDo}
        onRequest={request}
      />
      <div className="search-tab-request">
        <p className="soft">{name.typed.trim() === "" ? SEARCH.requestHint : SEARCH.noneOfThese}</p>
        <Button look="quiet" className="button-small" onClick={request}>
          {SEARCH.requestBusiness}
        </Button>
      </div>
    </div>
  );
}

/** What was looked for, in the field of the request where it belongs. */
function givenBy(typed: string, city: string): InitialValues {
  if (isPhone(typed)) return { name: "", city, phone: formatPhone(typed) };
  return /^\d+\s+\D/.test(typed) ? { name: "", city, address: typed } : { name: typed, city };
}

const LOCATED_WITHIN = seconds(10);
const DECIMALS = 3; // about 100 m

/** Where the partner is, once that is asked for; kept nowhere. */
function useNear() {
  const [point, setPoint] = useState("");
  const [state, setState] = useState<"" | "locating" | "notLocated">("");
  function locate(): void {
    setState("locating");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState("");
        setPoint(`${latitude.toFixed(DECIMALS)},${longitude.toFixed(DECIMALS)}`);
      },
      () => setState("notLocated"),
      { timeout: LOCATED_WITHIN },
    );
  }
  return { point, state, toggle: () => (point === "" ? locate() : setPoint("")) } as const;
}

/** Typing replaces the history entry, so Back leaves the search. */
function useFilter() {
  const navigate = useNavigate();
  return (change: Partial<PortalSearchParams>): void => {
    // Reads the current URL: two params may change before the next render.
    // The tab stays when the search is empty again.
    const search = (before: object) => portalSearchParams.parse({ ...before, ...change, tab: "search" });
    void navigate({ to: "/partner", search, replace: true, resetScroll: false });
  };
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

interface SearchBoxProps {
  readonly name: ReturnType<typeof useDebounced>;
  readonly city: string;
  readonly category: Category | undefined;
  readonly onCity: (city: string) => void;
  readonly onCategory: (category: Category | undefined) => void;
  readonly near: ReturnType<typeof useNear>;
}

function SearchBox({ name, city, category, onCity, onCategory, near }: SearchBoxProps) {
  return (
    <search className="search-box">
      <NameBox {...name} />
      <div className="search-box-filters">
        <TextFilter label={SEARCH.city} hint="" value={city} onType={onCity} />
        <Pick
          label={SEARCH.category}
          value={category ?? "all"}
          onChange={({ currentTarget: { value } }) => onCategory(CATEGORIES.find((each) => each === value))}
        >
          <option value="all">{SEARCH.allCategories}</option>
          {CATEGORIES.map((each) => (
            <option key={each} value={each}>
              {CATEGORY_NAMES[each]}
            </option>
          ))}
        </Pick>
        <Button
          look="quiet"
          className="button-small search-box-near"
          aria-pressed={near.point !== ""}
          onClick={near.toggle}
        >
          {SEARCH.near}
        </Button>
      </div>
      <p role="status" className="soft">
        {near.state !== "" && SEARCH[near.state]}
      </p>
    </search>
  );
}

function NameBox({ typed, type, sendNow }: SearchBoxProps["name"]) {
  const id = useId();
  return (
    <div className="search-box-name">
      <label htmlFor={id}>{SEARCH.name}</label>
      <div className="search-box-input">
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 4.5 4.5" />
        </svg>
        <input
          id={id}
          type="search"
          name="query"
          value={typed}
          placeholder={SEARCH.nameHint}
          maxLength={LIMITS.search}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ currentTarget: { value } }) => type(value)}
          onKeyDown={(event) => event.key === "Enter" && sendNow()}
        />
      </div>
      {typed.trim() !== "" && <p className="visually-hidden">{SEARCH.echo(typed.trim())}</p>}
    </div>
  );
}
