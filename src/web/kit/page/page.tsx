import { Component, createContext, type ReactNode, Suspense, use, useEffect } from "react";
import { useBrand } from "../../lib/brand.ts";
import { Button } from "../controls/button.tsx";
import { Star } from "./star.tsx";

interface PageProps {
  readonly title: string;
  /** Above the main part, such as a top bar. */
  readonly banner?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Called by the page once it is interactive: it hydrates later than the frame around it. */
export const ReadyContext = createContext<() => void>(() => undefined);

const MAIN = "main";

/** The frame of every screen: its own title, the skip link first, one main. */
export function Page({ title, banner, footer, children }: PageProps) {
  const { name } = useBrand();
  const ready = use(ReadyContext);
  useEffect(() => ready(), [ready]);
  return (
    <>
      <title>{`${title} · ${name}`}</title>
      <a className="skip-link" href={`#${MAIN}`}>
        Skip to main content
      </a>
      {banner}
      <main id={MAIN} tabIndex={-1}>
        {children}
      </main>
      {footer}
    </>
  );
}

interface NoticeProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A screen with one message and one action. */
export function NoticePage({ title, children }: NoticeProps) {
  return (
    <Page title={title}>
      <div className="notice">
        <Star className="star notice-star" />
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  );
}

/** Shown while the code of a screen loads. */
export function PendingPage() {
  return (
    <Page title="One moment">
      <div className="pending" role="status">
        <h1 className="visually-hidden">One moment</h1>
      </div>
    </Page>
  );
}

/** Shown when a screen failed to load or render. */
export function FailedPage() {
  return (
    <NoticePage title="This page could not be shown">
      <p>Something went wrong on our side, or the connection was lost for a moment.</p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </NoticePage>
  );
}

interface BoundaryProps {
  readonly children: ReactNode;
}

/** Around a page without the router, which has one of its own: shows that a part failed to load or render. */
export class PageBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (this.state.hasFailed) return <FailedPage />;
    return <Suspense fallback={<PendingPage />}>{this.props.children}</Suspense>;
  }
}
