import { useId } from "react";
import { TOKEN_SCOPES, type TokenScope } from "../../../shared/people/accounts.ts";
import { Checkbox } from "./checkbox.tsx";

interface ScopePickerProps {
  /** Those to choose from. */
  readonly scopes: readonly TokenScope[];
  readonly checked?: boolean;
  readonly error?: string | undefined;
}

/** Checkboxes for what a token may do. `chosenScopes` reads them. */
export function ScopePicker({ scopes, checked = false, error }: ScopePickerProps) {
  const errorId = useId();
  return (
    <fieldset className="scope-picker" aria-describedby={error ? errorId : undefined}>
      <legend>{SCOPES.legend}</legend>
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          name="scopes"
          value={scope}
          label={SCOPE_NAMES[scope]}
          note={scope}
          defaultChecked={checked}
        />
      ))}
    </fieldset>
  );
}

/** The scopes that are checked in a form. */
export function chosenScopes(form: FormData): TokenScope[] {
  const checked = form.getAll("scopes");
  return TOKEN_SCOPES.filter((scope) => checked.includes(scope));
}

const SCOPES = {
  legend: "What it may do",
  none: "Please choose at least one permission",
} as const;

const SCOPE_NAMES: Readonly<Record<TokenScope, string>> = {
  "waitlist:read": "See waitlist signups",
  "waitlist:write": "Change waitlist signups",
  "inquiries:read": "See partnership inquiries",
  "inquiries:write": "Add, change and delete partnership inquiries",
  "places:read": "See places",
  "places:write": "Change places",
  "reviews:write": "See and decide claims and requests",
  "sync:run": "Run the sync and see its results",
  "payments:read": "See gifts and pledges",
  "audit:read": "See the audit log",
  "server:read": "See the health of the server, its alerts and backups",
  "server:write": "Make backups, run deep checks, send test alerts",
};
