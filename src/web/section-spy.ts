/**
 * Runs in the boot script, without the app: marks the link of the section being read, updates the hash, opens the
 * `details` that the hash targets, keeps that in view, and closes the menu.
 */
const DEBOUNCE = 150; // milliseconds; the observer reports after the scroll's own events

export function startSectionSpy(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-section]")];
  const sections = links.flatMap(({ dataset }) => document.getElementById(dataset.section ?? "") ?? []);
  if (sections.length === 0) return;
  const read = new Set<Element>();
  // A line two fifths down the window: the section that it crosses is the one being read.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) read[isIntersecting ? "add" : "delete"](target);
      for (const link of links) mark(link, [...read].at(-1)?.id === link.dataset.section);
    },
    { rootMargin: "-40% 0% -60% 0%" },
  );
  for (const section of new Set(sections)) observer.observe(section);
  let settling: ReturnType<typeof setTimeout> | undefined;
  // Only after scrolling ends: scrolling to a target passes other sections.
  addEventListener("onscrollend" in window ? "scrollend" : "scroll", () => {
    clearTimeout(settling);
    settling = setTimeout(() => writeHash([...read].at(-1)), DEBOUNCE);
  });
}

function mark(link: Element, current: boolean): void {
  if (current) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/** A hash that targets something inside the section is more specific, so it stays. */
function writeHash(current: Element | undefined): void {
  const named = document.getElementById(location.hash.slice(1));
  const hash = current ? `#${current.id}` : "";
  if (location.hash === hash || (named && current?.contains(named))) return;
  // The router overrides `history.replaceState` and would scroll to the section.
  History.prototype.replaceState.call(history, history.state, "", location.pathname + location.search + hash);
}

export function openTargetedDetails(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

/**
 * Web fonts move what the hash targets, and the browser corrects its scroll only until the page has loaded. Stops once the
 * visitor does something. A reload or Back restores the scroll instead.
 */
export function scrollAgainWithFonts(): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]; // the type of these entries
  if (navigation?.type !== "navigate") return;
  const acted = new AbortController();
  const { signal } = acted;
  for (const sign of ["wheel", "touchstart", "pointerdown", "keydown"])
    addEventListener(sign, () => acted.abort(), { passive: true, signal });
  const scroll = () => document.getElementById(location.hash.slice(1))?.scrollIntoView();
  document.fonts.addEventListener("loadingdone", scroll, { signal });
}

/** Closes the menu after navigation, on Escape and on a click elsewhere. */
export function closeMenu(event: Event): void {
  const menu = document.querySelector<HTMLDetailsElement>(".top-bar-menu[open]");
  if (!menu || !(event.target instanceof Element)) return;
  const escaped = event instanceof KeyboardEvent && event.key === "Escape";
  const left = event.type === "click" && !event.target.closest(".top-bar-menu summary");
  if (!escaped && !left) return;
  menu.open = false;
  if (escaped) menu.querySelector("summary")?.focus();
}
