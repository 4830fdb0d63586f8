/**
 * The script of the screen of a hall and of the frame on other sites: it shows the day that is on, counts down to what comes
 * next, and loads the page anew from time to time. Without a connection it goes on with the days that it has.
 */
import { countdownText, nextAmong } from "./moments.ts";

const TICK = 1_000; // milliseconds
const REFRESH = 300_000; // a change shows within five minutes

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: root()?.dataset.zone ?? "UTC",
  hour: "numeric",
  minute: "2-digit",
});

/** Replaced with each refresh. */
function root(): HTMLElement | null {
  return document.querySelector("[data-prayer]");
}

function all(selector: string): HTMLElement[] {
  return [...(root()?.querySelectorAll<HTMLElement>(selector) ?? [])];
}

function show(selector: string, isShown: (element: HTMLElement, n: number) => boolean): void {
  for (const [n, element] of all(selector).entries()) element.hidden = !isShown(element, n);
}

function write(selector: string, text: string): void {
  for (const element of all(selector)) if (element.textContent !== text) element.textContent = text;
}

function tick(): void {
  const now = Date.now();
  const days = all("[data-ends]");
  const shown = days.findIndex(({ dataset }) => Number(dataset.ends) > now);
  show("[data-ends]", (_, n) => n === shown);
  show("[data-old]", () => shown === -1);
  write("[data-clock]", clock.format(now));

  const rows = all("tr[data-name]");
  const next = nextAmong(rows.map(timesOf), now);
  for (const [n, row] of rows.entries())
    if (n === next?.index) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  show("[data-next]", () => next !== null);
  if (!next) return;
  write("[data-next-name]", rows[next.index]?.dataset.name ?? "");
  write("[data-countdown]", countdownText(next.at - now));
  show("[data-until]", ({ dataset }) => dataset.until === next.what);
}

const timesOf = ({ dataset: { at, congregations } }: HTMLElement) => ({
  at: at === undefined ? null : Number(at),
  congregations: congregations?.split(" ").map(Number) ?? [],
});

/** A page of a newer build has other style sheets, and is loaded as a whole. */
async function refresh(): Promise<void> {
  const answer = await fetch(location.href, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const loaded = page.querySelector("[data-prayer]");
  if (!loaded) return;
  if (sheetsOf(page) !== sheetsOf(document)) return location.reload();
  root()?.replaceWith(document.adoptNode(loaded));
  tick();
}

const sheetsOf = (page: Document): string =>
  [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute("href")).join(" ");

tick();
setInterval(tick, TICK);
setInterval(() => void refresh(), REFRESH);
