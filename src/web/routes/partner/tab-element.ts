import { TAB_IDS, type TabId } from "./search-params.ts";

const TABS = ".portal [role=tab]";

/** The DOM element of a tab, to focus it; without an id, the selected tab. */
export function tabElement(id?: TabId): HTMLElement | null {
  const tabs = [...document.querySelectorAll<HTMLElement>(TABS)];
  return (id ? tabs[TAB_IDS.indexOf(id)] : tabs.find((tab) => tab.ariaSelected === "true")) ?? null;
}
