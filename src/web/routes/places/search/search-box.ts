/**
 * The script of the search of places: completions while one types, and what is near. The page works without it. The
 * position is in no address that the browser keeps: its results are put into the page.
 */
import { withoutNearMe } from "../../../../shared/places/places.ts";
import { currentPosition } from "../../../lib/position.ts";

interface Completion {
  readonly kind: "place" | "city" | "category";
  readonly text: string;
  readonly url: string;
}

const TYPING_ENDS = 150; // milliseconds without a key before completions are asked for

const form = document.querySelector<HTMLFormElement>("form.place-search-form");
const box = form?.querySelector<HTMLInputElement>('input[type="search"]');
const told = form?.querySelector<HTMLElement>('[role="status"]');
if (form && box && told) {
  completeIn(form, box);
  findNear(form, box, told);
}

/** A combobox with a list, after the ARIA pattern: the focus stays in the field. */
function completeIn(form: HTMLFormElement, box: HTMLInputElement): void {
  const list = Object.assign(document.createElement("ul"), { id: "q-list", role: "listbox", hidden: true });
  list.className = "place-search-list";
  list.ariaLabel = form.dataset.completions ?? "";
  const count = Object.assign(document.createElement("p"), { role: "status", className: "visually-hidden" });
  box.after(list, count);
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": list.id,
  }))
    box.setAttribute(name, value);
  let active = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;

  function show(completions: readonly Completion[]): void {
    list.replaceChildren(...completions.map(optionOf));
    list.hidden = completions.length === 0;
    box.setAttribute("aria-expanded", String(!list.hidden));
    activate(-1);
    count.textContent = list.hidden ? "" : `${completions.length} ${list.ariaLabel?.toLowerCase()}`;
  }

  function close(): void {
    clearTimeout(timer);
    asked?.abort();
    show([]);
  }

  function activate(at: number): void {
    list.children[active]?.setAttribute("aria-selected", "false");
    const option = list.children[at];
    active = option ? at : -1;
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) box.setAttribute("aria-activedescendant", option.id);
    else box.removeAttribute("aria-activedescendant");
  }

  async function ask(): Promise<void> {
    const q = box.value.trim();
    asked?.abort();
    asked = new AbortController();
    if (q === "") return show([]);
    const { signal } = asked;
    const answer = await fetch(`/api/places/suggest?${new URLSearchParams({ q })}`, { signal }).catch(
      () => null,
    );
    if (!answer?.ok || signal.aborted) return;
    const completions = (await answer.json()) as Completion[];
    if (document.activeElement === box && !signal.aborted) show(completions);
  }

  function onKey(event: KeyboardEvent): void {
    const length = list.hidden ? 0 : list.children.length;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && length > 0) {
      event.preventDefault();
      activate(active + step < -1 ? length - 1 : active + step);
    } else if (event.key === "Enter" && active !== -1) {
      event.preventDefault();
      list.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
    } else if (event.key === "Escape" && length > 0) {
      event.preventDefault();
      close();
    }
  }

  box.setAttribute("aria-expanded", "false");
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), TYPING_ENDS);
  });
  box.addEventListener("keydown", onKey);
  box.addEventListener("blur", close);
  form.addEventListener("submit", close);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // else the field loses the focus before the click
}

function optionOf({ kind, text, url }: Completion, at: number): HTMLElement {
  const option = Object.assign(document.createElement("li"), { id: `q-option-${at}`, role: "option" });
  option.setAttribute("aria-selected", "false");
  option.dataset.kind = kind;
  option.textContent = text;
  option.addEventListener("click", () => location.assign(url));
  return option;
}

/** Asks for the position when the button is pressed, or a search for what is near is sent. */
function findNear(form: HTMLFormElement, box: HTMLInputElement, told: HTMLElement): void {
  const button = form.querySelector<HTMLButtonElement>("[data-near]");
  const found = document.querySelector<HTMLElement>("[data-swapped]");
  if (!button || !found || !("geolocation" in navigator)) return;
  button.hidden = false;

  /** False if the visitor or the browser does not say where they are. */
  async function searchNear(): Promise<boolean> {
    told.textContent = button?.dataset.locating ?? "";
    const near = await currentPosition();
    told.textContent = near === null ? (button?.dataset.notLocated ?? "") : "";
    if (near === null) return false;
    const asked = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    asked.set("near", near);
    await showHere(`/places?${asked}`);
    return true;
  }

  async function showHere(url: string): Promise<void> {
    const answer = await fetch(url, { cache: "no-store" }).catch(() => null);
    const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
    const results = page?.querySelector("[data-swapped]");
    if (!results) return;
    found?.replaceChildren(...results.childNodes);
    const heading = found?.querySelector<HTMLElement>("h2, .state");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }

  button.addEventListener("click", () => void searchNear());
  form.addEventListener("submit", (event) => {
    if (withoutNearMe(box.value) === box.value) return;
    event.preventDefault();
    void searchNear().then((isFound) => isFound || form.submit());
  });
  found.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !new URL(link.href).searchParams.has("near")) return;
    event.preventDefault();
    void showHere(link.href);
  });
}
