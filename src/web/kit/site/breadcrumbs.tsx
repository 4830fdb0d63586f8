/** A page on the way to the shown one, which is the last. */
export interface Crumb {
  readonly name: string;
  /** Of the page, with a slash before it. */
  readonly path: string;
}

interface BreadcrumbsProps {
  readonly label: string;
  readonly crumbs: readonly Crumb[];
}

/** The way to the shown page, whose heading follows, as links to those before it. */
export const Breadcrumbs = ({ label, crumbs }: BreadcrumbsProps) => (
  <nav className="breadcrumbs" aria-label={label}>
    <ol>
      {crumbs.slice(0, -1).map(({ name, path }) => (
        <li key={path}>
          <a href={path}>
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ol>
  </nav>
);

/** The same with the shown page for search engines (schema.org). */
export const breadcrumbList = (crumbs: readonly Crumb[], publicUrl: string): object => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ name, path }, at) => ({
    "@type": "ListItem",
    position: at + 1,
    name,
    item: publicUrl + path,
  })),
});
