import { Wordmark } from "../../blocks/wordmark/wordmark.tsx";
import { ButtonLink } from "../../ui/button/button.tsx";
import { JOIN, MENU, SECTIONS } from "./content.ts";

/** Links and a `details`: it works before hydration. The boot script marks the current section. */
export function TopBar() {
  return (
    <header className="top-bar">
      <div className="wrap">
        <Wordmark />
        <nav className="top-bar-links" aria-label="Sections">
          <SectionLinks />
        </nav>
        <ButtonLink href="#beta" className="button-small">
          {JOIN}
        </ButtonLink>
        <details className="top-bar-menu">
          <summary>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M4 7H20M4 12H20M4 17H14" />
            </svg>
            <span className="visually-hidden">{MENU}</span>
          </summary>
          <nav aria-label="Sections">
            <SectionLinks />
          </nav>
        </details>
      </div>
    </header>
  );
}

function SectionLinks() {
  return (
    <ul>
      {SECTIONS.map(({ id, name }) => (
        <li key={id}>
          <a href={`#${id}`} data-section={id}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
