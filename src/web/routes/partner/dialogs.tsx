import { useRef, useState } from "react";
import type { Place } from "../../../modules/places/schema.ts";
import { ClaimDialog } from "./claim/claim-dialog.tsx";
import { type Claimable, claimable } from "./claimable.ts";
import { RequestDialog } from "./request/request-dialog.tsx";
import { PlaceDialog } from "./search/place-dialog.tsx";
import type { TabId } from "./search-params.ts";
import { tabElement } from "./tab-element.ts";
import { AskDialog } from "./transfers/ask-dialog.tsx";

export type OpenDialog =
  | { readonly what: "view"; readonly place: Place }
  | { readonly what: "claim"; readonly place: Claimable }
  | { readonly what: "ask"; readonly place: Claimable }
  | { readonly what: "request"; readonly given: { readonly name: string; readonly city: string } };

const FOCUS_RETURN = 160; // milliseconds; by then a closed dialog has returned the focus and cannot take it from the next one

/** The open dialog and its subject. One may lead to another: the focus then returns to the opener of the first. */
export function useDialogs() {
  const [doing, setDoing] = useState<OpenDialog | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  function start(next: OpenDialog): void {
    if (doing) {
      setDoing(null);
      setTimeout(() => setDoing(next), FOCUS_RETURN);
      return;
    }
    const active = document.activeElement;
    opener.current = active instanceof HTMLElement && active !== document.body ? active : null;
    setDoing(next);
  }
  const focusAfter = () => (opener.current?.isConnected ? opener.current : tabElement());
  /** Leads to another tab, which removes the element that opened the dialog. */
  const leadTo = (tab: TabId) => {
    opener.current = tabElement(tab);
  };
  /** A dialog that is replaced by another also reports that it closed, which must not close the other. */
  const close = (what: OpenDialog["what"]) => setDoing((now) => (now?.what === what ? null : now));
  return { doing, start, close, focusAfter, leadTo } as const;
}

interface DialogsProps extends ReturnType<typeof useDialogs> {
  readonly onShow: (tab: TabId) => void;
}

/** The dialogs of the portal. */
export function Dialogs({ doing, start, close, focusAfter, leadTo, onShow }: DialogsProps) {
  const show = (what: OpenDialog["what"], tab: TabId) => {
    leadTo(tab);
    close(what);
    onShow(tab);
  };
  return (
    <>
      <PlaceDialog
        place={doing?.what === "view" ? doing.place : null}
        onClaim={(place) => start({ what: "claim", place: claimable(place) })}
        onAsk={(place) => start({ what: "ask", place: claimable(place) })}
        onClose={() => close("view")}
        focusAfter={focusAfter}
      />
      <ClaimDialog
        place={doing?.what === "claim" ? doing.place : null}
        onClose={() => close("claim")}
        onShowClaims={() => show("claim", "claims")}
        focusAfter={focusAfter}
      />
      <AskDialog
        place={doing?.what === "ask" ? doing.place : null}
        onSent={() => show("ask", "search")}
        onClose={() => close("ask")}
        focusAfter={focusAfter}
      />
      <RequestDialog
        given={doing?.what === "request" ? doing.given : null}
        onClaim={(place) => start({ what: "claim", place })}
        onClose={() => close("request")}
        onShowRequests={() => show("request", "requests")}
        focusAfter={focusAfter}
      />
    </>
  );
}
