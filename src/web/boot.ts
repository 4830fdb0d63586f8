/**
 * The only script that a page loads before its first paint. It loads the app, on a page that the build rendered whole
 * only on the first sign of interaction, and replays what the visitor did before the app was ready.
 */
import "./zod-config.ts";
import { frameWhileOpening } from "./dialog-frame.ts";
import { joinedMark } from "./kit/site/joined-mark.ts";

type Replay = () => void;

const CONTROLS = "a,button,input,select,textarea,summary,label";
const replays = new Map<EventTarget, { again: Replay; withoutApp?: Replay | undefined }>();
const listening = new AbortController();
const root = document.getElementById("root");
/** Such a page does nothing without the app: its forms wait for it. */
const needsApp = root?.dataset.start !== undefined;
/** Of a prerendered page: what starts it, its first module first; what its dialog needs; and what its form's answer. */
const modules = {
  page: modulesIn("modules"),
  dialog: modulesIn("dialogModules"),
  answer: modulesIn("answerModules"),
} as const;
const [first] = modules.page;
let starting: Promise<void> | undefined;

function start(): Promise<void> {
  starting ??= load().then(startApp).then(replay, onLoadFailed);
  return starting;
}

/** A prerendered page starts without the router; one with a sign-in starts that alone, which then loads the app. */
function load(): Promise<{ start(): Promise<void> }> {
  if (first === undefined) return root?.dataset.signIn ? import("./sign-in/main.tsx") : import("./main.tsx");
  preload("page");
  return import(`/${first}`) as Promise<typeof import("./prerendered.tsx")>;
}

function modulesIn(attribute: string): string[] {
  return root?.dataset[attribute]?.split(" ") ?? [];
}

/** Otherwise the browser would find the modules only one after the other. */
function preload(part: keyof typeof modules): void {
  for (const path of modules[part].splice(0)) {
    const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href: `/${path}` });
    document.head.append(link);
  }
}

function startApp(app: { start(): Promise<void> }): Promise<void> {
  for (const message of document.querySelectorAll("[data-boot-message]")) message.remove();
  return app.start();
}

function replay(): void {
  listening.abort();
  for (const { again } of replays.values()) again();
  replays.clear();
}

/** The connection is gone, or a deployment has replaced the app's files: plain forms still work without it. */
function onLoadFailed(reason: unknown): void {
  starting = undefined;
  for (const { withoutApp } of replays.values()) withoutApp?.();
  if (needsApp) waitForConnection();
  else if (navigator.onLine) {
    listening.abort();
    throw reason;
  } else replays.clear(); // the visitor presses again
}

function waitForConnection(): void {
  const frame = document.querySelector("main:not(:has(form))");
  if (frame) showMessage(frame, LOAD_FAILED);
  addEventListener("online", () => void start(), { once: true });
}

const LOAD_FAILED = "This page could not be loaded. Check the connection and reload it.";

/** Once, in front of what the element holds. The app does not know this message, so it goes before the app starts. */
function showMessage(element: Element, text: string): void {
  if (element.querySelector("[data-boot-message]")) return;
  const message = document.createElement("p");
  message.className = "alert";
  message.role = "alert";
  message.dataset.bootMessage = "";
  message.textContent = text;
  element.prepend(message);
}

/** Says at once that a press was understood. Returns what takes that back, to be called just before it is replayed. */
function showPending(button: Element | null): () => void {
  const text = button?.firstChild;
  if (!(button instanceof HTMLButtonElement) || !(text instanceof Text) || !button.dataset.pending)
    return () => undefined;
  const { data } = text;
  const isFocused = button === document.activeElement;
  text.data = button.dataset.pending;
  button.disabled = true;
  return () => {
    text.data = data;
    button.disabled = false;
    if (isFocused && document.activeElement === document.body) button.focus({ preventScroll: true });
  };
}

function onSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.method === "get") return;
  event.preventDefault();
  event.stopPropagation();
  const { unreached = needsApp ? LOAD_FAILED : undefined, offline = unreached } = form.dataset;
  const settle = showPending(submitter);
  const withoutApp = () => {
    settle();
    const message = navigator.onLine ? unreached : offline;
    if (message === undefined) form.submit();
    else showMessage(form, message);
  };
  const again = () => {
    settle();
    form.requestSubmit(submitter);
  };
  replays.set(form, { again, withoutApp });
  preload("answer");
  void sendEarly(new FormData(form));
  void start();
}

/** A form that needs little of the app, such as a sign-in. Not after it was submitted again, which sends it. */
async function sendEarly(form: FormData): Promise<void> {
  const { signIn, early: path } = root?.dataset ?? {};
  if (signIn !== undefined) {
    const early = await import("./sign-in/send-early.ts").catch(() => null);
    if (!listening.signal.aborted) early?.sendEarly(signIn, form);
  } else if (path !== undefined) {
    const early: typeof import("./routes/landing/beta/join.ts") | null = await import(`/${path}`).catch(
      () => null,
    );
    if (!listening.signal.aborted) early?.sendEarly(form);
  }
}

function onClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const mail = button?.dataset.withoutApp;
  if (button?.closest(".dialog-frame")) return;
  if (button?.type === "button") {
    event.stopPropagation(); // the app may be listening already: it must not get the click twice
    const settle = showPending(button);
    const again = () => {
      settle();
      button.click();
    };
    const withoutApp = () => {
      settle();
      if (mail) location.assign(mail);
    };
    replays.set(button, { again, withoutApp });
  }
  if (button) void start();
}

function onKey(event: KeyboardEvent): void {
  const { code, key } = event;
  if (code === "F8") {
    event.stopPropagation();
    const again = () => document.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true }));
    replays.set(document, { again: () => void again() });
  }
  void start();
}

function onApproach(event: Event): void {
  if (event.target instanceof Element && event.target.closest(CONTROLS)) void start();
}

const DIALOG_BUTTONS = "button[data-dialog]";
const READ_FOR = 1_000; // milliseconds

/**
 * Fetches what a dialog needs where its button is in the first screen, else once it was in sight for a moment: on a slow
 * connection that takes longer than a press may. A reader who scrolls past it does not pay for it.
 */
function preloadForDialogs(): void {
  const seen = new Set<Element>();
  let reading: ReturnType<typeof setTimeout> | undefined;
  const load = () => {
    observer.disconnect();
    preload("page");
    preload("dialog");
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    const isFirst = reading === undefined;
    clearTimeout(reading);
    reading = setTimeout(() => seen.size > 0 && load(), isFirst ? 0 : READ_FOR);
  });
  for (const button of document.querySelectorAll(DIALOG_BUTTONS)) observer.observe(button);
}

/** Also once the app has started: it loads its dialogs on demand, and would find their modules one after the other. */
function onDialogButton({ type, target, isTrusted }: Event): void {
  const button = target instanceof Element && target.closest<HTMLButtonElement>(DIALOG_BUTTONS);
  if (!button) return;
  preload("dialog");
  if (type === "click" && isTrusted) frameWhileOpening(button);
}

/** The waitlist card then shows what this browser remembers. */
function remembersJoining(): boolean {
  return document.getElementById("beta") !== null && joinedMark.read() !== null;
}

/** Says who shared the link that led here, if that person allowed it. A small call instead of the whole app. */
async function greetFriend(): Promise<void> {
  const ref = new URLSearchParams(location.search).get("ref");
  const place = document.querySelector<HTMLElement>("[data-invited-by]");
  if (!ref || !place) return;
  const response = await fetch(`/api/waitlist/invited-by?ref=${encodeURIComponent(ref)}`).catch(() => null);
  const { firstName } = response?.ok ? await response.json() : { firstName: null };
  if (firstName) place.textContent = place.dataset.invitedBy?.replace("%name%", () => firstName) ?? "";
}

function waitForInteraction(): void {
  const options = { capture: true, passive: false, signal: listening.signal };
  document.addEventListener("submit", onSubmit, options);
  document.addEventListener("click", onClick, options);
  document.addEventListener("keydown", onKey, options);
  for (const sign of ["pointerover", "focusin"]) document.addEventListener(sign, onApproach, options);
  for (const sign of ["pointerdown", "touchstart"]) {
    document.addEventListener(sign, () => void start(), { passive: true, signal: listening.signal });
  }
}

/** The sheet of the web fonts: looking them up would delay the first frame. */
function applyFonts(): void {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>("link[media=print]")) sheet.media = "all";
}

scrollAgainWithFonts();
requestAnimationFrame(() => setTimeout(applyFonts)); // once that frame is painted
for (const sign of ["click", "keydown"]) document.addEventListener(sign, closeMenu);
addEventListener("hashchange", openTargetedDetails);
openTargetedDetails();
startSectionSpy();
document.querySelector(".without-scripts")?.remove();
for (const sign of ["pointerover", "pointerdown", "focusin", "click"])
  document.addEventListener(sign, onDialogButton, { capture: true, passive: true });
waitForInteraction();
addEventListener("load", preloadForDialogs); // not before what the first paint needs
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-sign-in] button"))
  button.disabled = false;
if (needsApp || remembersJoining()) void start();
void greetFriend();

/**
 * Runs in the boot script, without the app: marks the link of the section being read, opens the `details` that the
 * hash targets, keeps that in view, and closes the menu.
 */
function startSectionSpy(): void {
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

function openTargetedDetails(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

/**
 * Web fonts move what the hash targets, and the browser corrects its scroll only until the page has loaded. Stops once the
 * visitor does something. A reload or Back restores the scroll instead.
 */
function scrollAgainWithFonts(): void {
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
function closeMenu(event: Event): void {
  const menu = document.querySelector<HTMLDetailsElement>(".top-bar-menu[open]");
  if (!menu || !(event.target instanceof Element)) return;
  const escaped = event instanceof KeyboardEvent && event.key === "Escape";
  const left = event.type === "click" && !event.target.closest(".top-bar-menu summary");
  if (!escaped && !left) return;
  menu.open = false;
  if (escaped) menu.querySelector("summary")?.focus();
}
