import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from "react";

/** `text` looks like a link; `danger` deletes something. */
type Look = "primary" | "quiet" | "text" | "danger";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  /** What a prerendered button says once it is pressed, until the app has loaded that does what it is for. */
  readonly pending?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = "primary", className = "", type = "button", pending, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`button ${className}`}
      data-look={look}
      data-pending={pending}
      suppressHydrationWarning={pending !== undefined} // the boot script has put these words into it
      {...rest}
    />
  );
}

interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
  readonly look?: Look;
}

/** A link that looks like a button. */
export function ButtonLink({ look = "primary", className = "", ...rest }: ButtonLinkProps) {
  return <a className={`button ${className}`} data-look={look} {...rest} />;
}
