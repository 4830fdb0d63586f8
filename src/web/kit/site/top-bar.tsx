import { BAR } from "../../../copy/en/site.ts";
import { useBrand } from "../../lib/brand.ts";
import { ButtonLink } from "../controls/button.tsx";
import { Star } from "../page/star.tsx";

/** The name and the star, as a link to the home page. */
export function Wordmark() {
  const { name } = useBrand();
  return (
    <a className="wordmark" href="/">
      <Star />
      <span>{name}</span>
    </a>
  );
}

interface BarProps {
  /** The sections of the page itself that the bar links to, by their ids. */
  readonly sections?: readonly { readonly id: string; readonly name: string }[];
}

/**
 * The bar of every public page. Links and a `details`: it works before hydration and on pages without scripts. The boot
 * script marks the current section.
 */
export function PublicBar({ sections = [] }: BarProps) {
  return (
    <header className="top-bar">
      <div className="wrap">
        <Wordmark />
        <nav className="top-bar-links" aria-label={BAR.links}>
          <Links sections={sections} />
        </nav>
        <ButtonLink href={sections.length > 0 ? "#beta" : "/#beta"} className="button-small top-bar-action">
          {BAR.join}
        </ButtonLink>
        <details className="top-bar-menu">
          <summary>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M4 7H20M4 12H20M4 17H14" />
            </svg>
            <span className="visually-hidden">{BAR.menu}</span>
          </summary>
          <nav aria-label={BAR.links}>
            <Links sections={sections} />
          </nav>
        </details>
      </div>
    </header>
  );
}

function Links({ sections = [] }: BarProps) {
  return (
    <>
      {sections.length > 0 && (
        <ul>
          {sections.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`} data-section={id}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ul>
        {BAR.pages.map(({ href, name }) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
