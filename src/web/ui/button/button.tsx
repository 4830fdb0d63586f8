import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from "react";

/** `text` stands in a line; `danger` takes something away. */
type Look = "primary" | "quiet" | "text" | "danger";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = "primary", className = "", type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={`button ${className}`} data-look={look} {...rest} />;
}

interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
  readonly look?: Look;
}

/** Goes somewhere, so it is a link, whatever it looks like. */
export function ButtonLink({ look = "primary", className = "", ...rest }: ButtonLinkProps) {
  return <a className={`button ${className}`} data-look={look} {...rest} />;
}
