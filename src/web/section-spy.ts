/**
 * What a page of sections does by itself, in the boot script: it marks the section that a person reads, lets
 * the address follow, opens the entry that an address names, and closes the phone's menu.
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
  // Only once a scroll has ended: the way to an address leads over other sections.
  addEventListener("onscrollend" in window ? "scrollend" : "scroll", () => {
    clearTimeout(settling);
    settling = setTimeout(() => writeHash([...read].at(-1)), DEBOUNCE);
  });
}

function mark(link: Element, current: boolean): void {
  if (current) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/** An address within the section says more than the section's own and stays. */
function writeHash(current: Element | undefined): void {
  const named = document.getElementById(location.hash.slice(1));
  const hash = current ? `#${current.id}` : "";
  if (location.hash === hash || (named && current?.contains(named))) return;
  // The router puts its own `replaceState` on the object; it would scroll to what is only being followed.
  History.prototype.replaceState.call(history, history.state, "", location.pathname + location.search + hash);
}

export function openTargetedDetails(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

/** Closes the menu once it has led somewhere, on Escape, and when a person turns to something else. */
export function closeMenu(event: Event): void {
  const menu = document.querySelector<HTMLDetailsElement>(".top-bar-menu[open]");
  if (!menu || !(event.target instanceof Element)) return;
  const escaped = event instanceof KeyboardEvent && event.key === "Escape";
  const left = event.type === "click" && !event.target.closest(".top-bar-menu summary");
  if (!escaped && !left) return;
  menu.open = false;
  if (escaped) menu.querySelector("summary")?.focus();
}
