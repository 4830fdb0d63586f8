import { SIGN_IN } from "../../../copy/en/sign-in.ts";

/** Not a route link: the sign-in is sent without the app. */
export const ForgotLink = () => (
  <a className="sign-in-forgot" href="/admin/forgot">
    {SIGN_IN.forgot}
  </a>
);
