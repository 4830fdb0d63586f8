/**
 * Runs in the boot script, without the app: marks the link of the section being read, opens the `details` that the
 * hash targets, keeps that in view, and closes the menu.
 */
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
}

function mark(link: Element, current: boolean): void {
  if (current) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
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
