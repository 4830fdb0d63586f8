import { TAB_IDS, type TabId } from "./search-params.ts";

const TABS = ".portal [role=tab]";

/** The tab as it stands on the page, to take the focus; without an id the selected one. */
export function tabElement(id?: TabId): HTMLElement | null {
  const tabs = [...document.querySelectorAll<HTMLElement>(TABS)];
  return (id ? tabs[TAB_IDS.indexOf(id)] : tabs.find((tab) => tab.ariaSelected === "true")) ?? null;
}
