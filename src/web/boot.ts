/**
 * The only script that a prerendered page loads at once. It loads the app on the first sign of interaction and replays
 * what the visitor did before the app was ready.
 */
import { closeMenu, openTargetedDetails, startSectionSpy } from "./section-spy.ts";

type Replay = () => void;

const CONTROLS = "a,button,input,select,textarea,summary,label";
const replays = new Map<EventTarget, { again: Replay; withoutApp?: Replay | undefined }>();
const listening = new AbortController();
let starting: Promise<void> | undefined;

function start(): Promise<void> {
  starting ??= import("./main.tsx").then((app) => app.start()).then(replay, onLoadFailed);
  return starting;
}

function replay(): void {
  listening.abort();
  for (const { again } of replays.values()) again();
  replays.clear();
}

/** A deployment may have replaced the app's files: plain forms still work without it. */
function onLoadFailed(reason: unknown): void {
  listening.abort();
  for (const { withoutApp } of replays.values()) withoutApp?.();
  throw reason;
}

function onSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  event.stopPropagation();
  replays.set(form, { again: () => form.requestSubmit(submitter), withoutApp: () => form.submit() });
  void start();
}

function onClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const mail = button?.dataset.withoutApp;
  const withoutApp = mail ? () => location.assign(mail) : undefined;
  if (button?.type === "button") replays.set(button, { again: () => button.click(), withoutApp });
  if (button) void start();
}

function onKey(event: KeyboardEvent): void {
  const { code, key } = event;
  if (code === "F8") {
    const again = () => document.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true }));
    replays.set(document, { again: () => void again() });
  }
  void start();
}

function onApproach(event: Event): void {
  if (event.target instanceof Element && event.target.closest(CONTROLS)) void start();
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

for (const sign of ["click", "keydown"]) document.addEventListener(sign, closeMenu);
addEventListener("hashchange", openTargetedDetails);
openTargetedDetails();
startSectionSpy();
if (document.getElementById("root")?.firstElementChild) waitForInteraction();
else void start();
