export const AUTH_TABS = ["login", "register"] as const;
/** The tabs, and the form for a forgotten password in their place. */
export const AUTH_VIEWS = [...AUTH_TABS, "forgot"] as const;
export type AuthView = (typeof AUTH_VIEWS)[number];

export const AUTH = {
  tabs: "Sign in or register",
  login: "Login",
  register: "Register",
  title: "Partner sign-in",
  lead: "Search for your place, claim it, and follow its review.",
  registerTitle: "Register your business",
  registerLead: "An account is free. With it you can claim your places and request new ones.",
  email: "Email",
  password: "Password",
  passwordRule: "At least 6 characters, and not a common one.",
  confirm: "Confirm Password",
  businessName: "Business Name",
  contactName: "Contact Name",
  phone: "Phone (optional)",
  loggingIn: "Logging in...",
  registering: "Registering...",
  missing: "Please fill in all required fields",
  loginFailed: "Login failed",
  unreached: "Login failed. Please try again.",
  registrationFailed: "Registration failed",
  tryAgain: "Please try again.",
  differs: "Passwords do not match",
  notKept:
    "The sign-in worked, but the browser did not keep the session. Please allow cookies for this site.",
  registeredText: (email: string) =>
    `Your account is ready. Please sign in as ${email} with your password. Then look into your mailbox: a link there confirms your address.`,
  forgot: "Forgot your password?",
} as const;

export const FORGOT = {
  title: "Forgot your password?",
  text: "Enter the address of your account. We mail you a link to choose a new password.",
  submit: "Mail me a link",
  sending: "Sending...",
  sent: (email: string) =>
    `If ${email} has an account, a link is on its way. It works for 30 minutes. Nothing there? Look in the spam folder, or ask again in ten minutes.`,
  failed: "No link was sent",
  back: "Back to login",
} as const;
