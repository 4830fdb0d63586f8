import { mailto } from "../../lib/links.ts";

interface MailLinkProps {
  readonly address: string;
  readonly className?: string | undefined;
}

/** An address that opens a mail. In a narrow column it breaks after its @ rather than one letter before its end. */
export function MailLink({ address, className }: MailLinkProps) {
  const domain = address.lastIndexOf("@") + 1;
  return (
    <a href={mailto(address)} className={className}>
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </a>
  );
}
