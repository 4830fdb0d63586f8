/** A command-line prompt, or a check mark once the command was copied. */
export const Prompt = ({ copied = false }: { readonly copied?: boolean }) => (
  <svg className="copy-command-sign" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    {copied ? <path d="M4 10.5l4 4 8-9" /> : <path d="M3 5l5 5-5 5M10 15.5h7" />}
  </svg>
);
