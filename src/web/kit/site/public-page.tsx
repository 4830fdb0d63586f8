import type { ComponentProps, ReactNode } from "react";
import { Page } from "../page/page.tsx";
import { Footer } from "./footer.tsx";
import { PublicBar } from "./top-bar.tsx";

interface PublicPageProps extends ComponentProps<typeof PublicBar> {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of every page for visitors. */
export function PublicPage({ title, sections = [], children }: PublicPageProps) {
  return (
    <Page title={title} banner={<PublicBar sections={sections} />} footer={<Footer />}>
      {children}
    </Page>
  );
}

/** A page for visitors with one message and one action. */
export function PublicNotice({ title, children }: Pick<PublicPageProps, "title" | "children">) {
  return (
    <PublicPage title={title}>
      <div className="notice">
        <h1>{title}</h1>
        {children}
      </div>
    </PublicPage>
  );
}
