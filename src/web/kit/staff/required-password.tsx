import type { ReactNode } from "react";
import { PasswordForm } from "../account/password-form.tsx";
import { SignInFrame } from "../sign-in/sign-in.tsx";
import { useSessionChange } from "./use-session.ts";

/** The only screen of an account whose password another person knows. `logOut` is the button that logs out. */
export function RequiredPassword({ logOut }: { readonly logOut: ReactNode }) {
  const { enter } = useSessionChange();
  return (
    <SignInFrame title="Choose a new password">
      <div className="sign-in-form">
        <div>
          <h1>Choose a new password</h1>
          <p className="soft">
            Another person knows the password of your account. Everything else becomes available once you have
            chosen your own.
          </p>
        </div>
        <PasswordForm onChanged={() => void enter()} />
      </div>
      <div className="sign-in-footer">{logOut}</div>
    </SignInFrame>
  );
}
