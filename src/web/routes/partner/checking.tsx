import { PORTAL } from "../../../copy/en/partner.ts";
import { Page } from "../../kit/page/page.tsx";
import { Skeleton } from "../../kit/page/states.tsx";
import { Wordmark } from "../../kit/site/wordmark.tsx";

const Bar = () => (
  <header className="portal-bar">
    <div className="wrap">
      <Wordmark />
    </div>
  </header>
);

/** A placeholder for the portal while the session loads. */
export function Checking() {
  return (
    <div className="portal">
      <Page title={PORTAL.title} banner={<Bar />}>
        <div className="pending" data-late />
        <div className="portal-screen">
          <h1>{PORTAL.title}</h1>
          <div className="portal-checking">
            <Skeleton rows={5} label={PORTAL.checking} />
          </div>
        </div>
      </Page>
    </div>
  );
}
