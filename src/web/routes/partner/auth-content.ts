export const AUTH_TABS = ["login", "register"] as const;
export type AuthTab = (typeof AUTH_TABS)[number];

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
  registeredText: (email: string) => `Your account is ready. Please sign in as ${email} with your password.`,
} as const;
