import { z } from "zod";
import { CATEGORIES } from "../../../shared/places/places.ts";
import { typedText } from "../../lib/list.ts";
import { AUTH_VIEWS } from "./partner-account.ts";

export const TAB_IDS = ["search", "pois", "claims", "requests", "reports"] as const;
export type TabId = (typeof TAB_IDS)[number];

/** The portal's state in the URL; the search stays in it while another tab is open. */
export const portalSearchParams = z.object({
  tab: z.enum(TAB_IDS).optional().catch(undefined),
  q: typedText,
  city: typedText,
  category: z.enum(CATEGORIES).optional().catch(undefined),
  /** The place to claim; its public page links to it. */
  claim: typedText,
  /** The record of the tab that gets the focus. */
  at: z.string().min(1).max(100).optional().catch(undefined),
  /** The place whose tier is being renewed; mails link to it. */
  renew: z.string().min(1).max(100).optional().catch(undefined),
});
export type PortalSearchParams = z.output<typeof portalSearchParams>;

/** `to` holds only the query string of the requested portal URL, so it cannot redirect to another site. */
export const authSearchParams = z.object({
  tab: z.enum(AUTH_VIEWS).optional().catch(undefined),
  to: z.string().regex(/^\?/).max(1_000).optional().catch(undefined),
});

const TABS = ".portal [role=tab]";

/** The DOM element of a tab, to focus it; without an id, the selected tab. */
export function tabElement(id?: TabId): HTMLElement | null {
  const tabs = [...document.querySelectorAll<HTMLElement>(TABS)];
  return (id ? tabs[TAB_IDS.indexOf(id)] : tabs.find((tab) => tab.ariaSelected === "true")) ?? null;
}
