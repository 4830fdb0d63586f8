import { lookedUpDomain, mailto } from "./links.ts";

interface MailLinkProps {
  readonly address: string;
  readonly className?: string | undefined;
}

/** An address that opens a mail. In a narrow column it breaks after its @ rather than one letter before its end. */
export function MailLink({ address, className }: MailLinkProps) {
  const domainAt = address.lastIndexOf("@") + 1;
  const domain = address.slice(domainAt);
  const lookedUp = lookedUpDomain(domain);
  return (
    <a href={mailto(address)} className={className}>
      {address.slice(0, domainAt)}
      <wbr />
      {domain}
      {lookedUp !== null && ` (${lookedUp})`}
    </a>
  );
}

/** A website that someone typed, in a tab of its own. */
export function WebsiteLink({ address }: Pick<MailLinkProps, "address">) {
  const [, domain = ""] = /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(address) ?? [];
  const lookedUp = lookedUpDomain(domain);
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
      {lookedUp !== null && ` (${lookedUp})`}
    </a>
  );
}
