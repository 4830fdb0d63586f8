import { createMemoryHistory } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { GIFT } from "../copy/en/support.ts";
import { INQUIRY, WAITLIST } from "../copy/en/waitlist.ts";
import { App } from "./app.tsx";
import { Cross } from "./kit/dialog/dialog.tsx";
import { PageBoundary } from "./kit/page/page.tsx";
import { type Purpose, WithoutScripts } from "./kit/site/without-scripts.tsx";
import { BrandContext, type WebBrand } from "./lib/brand.ts";
import {
  JOINED_VALUES,
  type Outcome,
  type Rendered,
  rendered,
  SENTENCE,
  type SignInName,
} from "./page-files.ts";
import { PRERENDERED_SCREENS } from "./prerendered-screens.ts";
import { RequiredPart } from "./routes/landing/beta/partnership-dialog.tsx";
import {
  AcceptedInvitationPage,
  InvitationPage,
  JoinedPage,
  LeavePage,
  LeftPage,
  OutcomePage,
  RejoinedPage,
  UnknownInvitationPage,
  UnknownLeavePage,
  UsedInvitationPage,
} from "./routes/plain-pages.tsx";
import { GiverFields } from "./routes/support/gift-form.tsx";
import { createAppRouter, Screens } from "./routes.tsx";
import { SignInPage } from "./sign-in/sign-in-page.tsx";

/** Renders the tree that the browser will hydrate at this address; an unknown one gives the 404 page. */
export const renderPage = async (path: string, brand: WebBrand): Promise<Rendered> =>
  rendered(renderToString(await appAt(path, brand)));

async function appAt(path: string, brand: WebBrand): Promise<ReactElement> {
  const prerendered = Object.values(PRERENDERED_SCREENS).find((screen) => screen.path === path);
  if (prerendered) {
    const Page = await prerendered.load();
    return (
      <App brand={brand}>
        <PageBoundary>
          <Page />
        </PageBoundary>
      </App>
    );
  }
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return (
    <App brand={brand}>
      <Screens router={router} />
    </App>
  );
}

/**
 * Renders the sign-in that a browser without a session gets. The boot script enables its button: until then the browser
 * would post the form to the page itself.
 */
export function renderSignIn(name: SignInName, brand: WebBrand): Rendered {
  const html = renderToString(<SignInPage name={name} brand={brand} enter={async () => null} />);
  return rendered(html.replace(SUBMIT, `${SUBMIT} disabled`));
}

const SUBMIT = '<button type="submit"';

/** For browsers that run no scripts: says so in place of the screen. */
export const renderWithoutScripts = (purpose: Purpose, brand: WebBrand): string =>
  renderToStaticMarkup(
    <BrandContext value={brand}>
      <WithoutScripts purpose={purpose} />
    </BrandContext>,
  );

/** What the frame of a page's dialog holds below its title (`dialog-frame.ts`); undefined if the page has none. */
export function renderDialogFields(path: string): string | undefined {
  const dialog = DIALOGS[path];
  if (!dialog) return undefined;
  return renderToStaticMarkup(
    <>
      {dialog.content}
      <button type="button" className="button-close dialog-close" aria-label={dialog.close}>
        <Cross />
      </button>
    </>,
    { identifierPrefix: "f" },
  );
}

const DIALOGS: Readonly<Record<string, { readonly close: string; readonly content: ReactElement }>> = {
  [PRERENDERED_SCREENS.landing.path]: {
    close: INQUIRY.close,
    content: (
      <div className="partnership-dialog dialog-sections">
        <RequiredPart fields={{}} />
      </div>
    ),
  },
  [PRERENDERED_SCREENS.support.path]: {
    close: GIFT.close,
    content: (
      <div className="gift">
        <GiverFields given={{}} errors={{}} />
      </div>
    ),
  },
};

/** A page of a form that works without JavaScript; on failure the server inserts its sentence. */
export function renderOutcome(outcome: Outcome, brand: WebBrand): Rendered {
  const html = renderToStaticMarkup(
    <BrandContext value={brand}>{OUTCOME_PAGES[outcome](brand)}</BrandContext>,
  );
  return rendered(html.replace(TOKEN, SENTENCE));
}

// React renders no comments, so a token marks where the server writes its sentence.
const TOKEN = "%sentence%";

const FAILED_PAGE = <OutcomePage title={WAITLIST.failed} sentence={TOKEN} wayOn={WAITLIST.back} />;

const OUTCOME_PAGES: Readonly<Record<Outcome, (brand: WebBrand) => ReactElement>> = {
  joined: ({ name }) => (
    <JoinedPage title={WAITLIST.joined} sentence={WAITLIST.joinedText(name)} values={JOINED_VALUES} />
  ),
  failed: () => FAILED_PAGE,
  leftByCard: () => <LeftPage byCard />,
  leave: () => <LeavePage failure={TOKEN} />,
  left: () => <LeftPage />,
  rejoined: () => <RejoinedPage />,
  leaveUnknown: () => <UnknownLeavePage />,
  beta: () => <InvitationPage failure={TOKEN} />,
  betaAccepted: () => <AcceptedInvitationPage />,
  betaUsed: () => <UsedInvitationPage />,
  betaUnknown: () => <UnknownInvitationPage />,
};
