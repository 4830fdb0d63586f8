import { ButtonLink } from "../../ui/button/button.tsx";

interface ExportLinkProps {
  readonly path: string;
  readonly file: string;
  /** Sent with the request where they are set. */
  readonly query: Readonly<Record<string, unknown>>;
}

export function ExportLink({ path, file, query }: ExportLinkProps) {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  const filtered = set.length > 0;
  return (
    <ButtonLink
      look="quiet"
      className="button-tiny"
      href={filtered ? `${path}?${search}` : path}
      download={file}
    >
      {filtered ? "Export filtered rows" : "Export CSV"}
    </ButtonLink>
  );
}
