const SOON = 200; // milliseconds; a dialog whose scripts are there is open by then
const BARS = 3;

/**
 * Shows the frame of the dialog that a button opens, with its title and the fields that can be filled in already, while the
 * scripts of the dialog load. After Escape or a tap outside, the dialog closes as soon as it opens.
 */
export function frameWhileOpening(button: HTMLButtonElement): void {
  const { dialog: title } = button.dataset;
  if (title === undefined) return;
  let frame: HTMLElement | undefined;
  const follow = () => {
    if (isOpening(button)) {
      frame ??= showFrame(title);
      setTimeout(follow, SOON);
    } else if (frame) hide(frame, button);
  };
  setTimeout(follow, SOON);
}

/** Until the app has loaded the button is disabled, then it is busy. */
const isOpening = (button: HTMLButtonElement): boolean =>
  button.isConnected && (button.disabled || button.ariaBusy === "true");

function showFrame(title: string): HTMLElement {
  document.querySelector(".dialog-frame")?.remove();
  const frame = part("div", "dialog-frame");
  const positioner = part("div", "dialog-positioner");
  const dialog = part("section", "dialog");
  const bars = part("div", "skeleton dialog-body");
  const fields = document.querySelector<HTMLTemplateElement>("#dialog-fields")?.content.cloneNode(true);
  for (let bar = 0; bar < BARS; bar++) bars.append(part("span", "skeleton-bar"));
  const heading = part("h2", "dialog-title");
  heading.textContent = title;
  Object.assign(dialog, {
    role: "dialog",
    ariaModal: "true",
    ariaBusy: "true",
    ariaLabel: title,
    tabIndex: -1,
  });
  dialog.append(heading, ...(fields ? [fields] : []), bars);
  positioner.append(dialog);
  frame.append(part("div", "dialog-backdrop"), positioner);
  const dismiss = () => {
    frame.hidden = true;
    frame.dataset.dismissed = "";
  };
  frame.addEventListener("click", ({ target }) => {
    if (target === positioner || (target instanceof Element && target.closest(".dialog-close"))) dismiss();
  });
  frame.addEventListener("keydown", ({ key }) => key === "Escape" && dismiss());
  document.body.append(frame);
  dialog.focus({ preventScroll: true });
  return frame;
}

function part(tag: string, className: string): HTMLElement {
  return Object.assign(document.createElement(tag), { className });
}

/** It stays, hidden and empty, as the dialog has its values: beside it the dialog does not rise a second time. */
function hide(frame: HTMLElement, button: HTMLElement): void {
  if (frame.contains(document.activeElement)) button.focus({ preventScroll: true });
  frame.hidden = true;
  frame.replaceChildren();
}
