import { type ComponentProps, useState } from "react";
import { Field } from "./field.tsx";

/** Without the field's own name: who looks for the field by it must not find two. */
const SHOW = "Show what is typed";

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="password-field">
      <Field {...props} type={shown ? "text" : "password"} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className="password-field-toggle"
        aria-pressed={shown}
        aria-label={SHOW}
        onClick={() => setShown(!shown)}
      >
        {shown ? "Hide" : "Show"}
      </button>
    </div>
  );
}

/** Tells a password manager whose password a form is about that asks for no name. Only `hidden` text will do. */
export function PasswordOwner({ username }: { readonly username: string }) {
  return <input hidden type="text" name="username" autoComplete="username" value={username} readOnly />;
}
