import { type MouseEvent, useRef } from "react";
import { trpc } from "../../lib/api.tsx";
import { toastError } from "../../lib/toast.ts";
import { ButtonLink } from "../controls/button.tsx";

interface ExportLinkProps {
  readonly path: string;
  readonly file: string;
  /** Sent with the request where they are set. */
  readonly query: Readonly<Record<string, unknown>>;
  /** By default, that of a CSV file. */
  readonly label?: string;
}

/** A download cannot ask for the password, so it begins once the session is recent enough. */
export function ExportLink({ path, file, query, label }: ExportLinkProps) {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  const filtered = set.length > 0;
  const { mutateAsync: confirm } = trpc.admin.session.reauthenticate.useMutation();
  const isConfirmed = useRef(false);
  async function onClick(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (isConfirmed.current) return;
    event.preventDefault();
    const link = event.currentTarget;
    try {
      await confirm({});
      isConfirmed.current = true;
      link.click();
    } catch (error) {
      toastError("Export failed", error);
    } finally {
      isConfirmed.current = false;
    }
  }
  return (
    <ButtonLink
      look="quiet"
      className="button-tiny"
      href={filtered ? `${path}${path.includes("?") ? "&" : "?"}${search}` : path}
      download={file}
      onClick={onClick}
    >
      {label ?? (filtered ? "Export filtered rows" : "Export CSV")}
    </ButtonLink>
  );
}
