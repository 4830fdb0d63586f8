import { type ComponentProps, useState } from "react";
import { Field } from "./field.tsx";

/** Does not contain the label of the field, so that the label stays unique. */
const SHOW = "Show what is typed";

/** A password field with a show button. */
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

/** Tells password managers the account of a form without a username field; they accept only hidden text inputs. */
export function PasswordOwner({ username }: { readonly username: string }) {
  return <input hidden type="text" name="username" autoComplete="username" value={username} readOnly />;
}
