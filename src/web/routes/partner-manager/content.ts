/** The sentences in quotes are the specification's (support-partner-sync 2 and 8). */
export const DOOR = {
  title: "Partner Manager",
  username: "Username",
  password: "Password",
  submit: "Sign In",
  sending: "Signing In...",
  footer: "Restricted access for partner management only",
  failed: "Login Failed",
  wrong: "Invalid credentials",
  error: "Login Error",
  errorText: "An unexpected error occurred. Please try again.",
  done: "Login Successful",
  doneText: (name: string) => `Welcome back, ${name}!`,
  notKept:
    "The sign-in worked, but the browser did not keep the session. Please allow cookies for this site.",
  logOut: "Logout",
  logOutFailed: "Logging out failed. Please try again.",
} as const;

export const FORM = {
  businessName: "Business Name",
  contactName: "Contact Name",
  email: "Email",
  password: "Password",
  passwordNote: "At least 6 characters. Give it over in person.",
  phone: "Phone",
  verified: "Verified Partner",
  verifiedNote: "Tick it once you know that they are who they say.",
  emailFixed: "Email cannot be changed",
  missing: "Please fill in all required fields",
  cancel: "Cancel",
} as const;

export const ADD = {
  title: "Add Partner",
  text: "The account begins as Pending. Whether it is verified is said when it is edited.",
  submit: "Add Partner",
  sending: "Adding...",
  done: "Partner Added",
  doneText: "New business partner has been created successfully.",
  failed: "Failed to add partner. Please try again.",
} as const;

export const EDIT = {
  title: "Edit Partner",
  submit: "Update Partner",
  sending: "Updating...",
  done: "Partner Updated",
  doneText: "Partner information has been updated successfully.",
  failed: "Failed to update partner. Please try again.",
} as const;

export const DELETION = {
  ask: (business: string) => `Are you sure you want to delete "${business}"? This action cannot be undone.`,
  done: "Partner Deleted",
  doneText: "Business partner has been removed successfully.",
  failed: "Failed to delete partner. Please try again.",
} as const;

export const MEANWHILE = {
  title: "This partner was changed by someone else meanwhile",
  text: "Nothing of yours was saved yet. What stands now, where it differs from what you typed:",
  same: "Nothing of yours was saved yet, and what stands now is what you typed.",
  empty: "empty",
  yes: "yes",
  no: "no",
  useTheirs: "Keep what stands",
  sendMine: "Save mine over it",
} as const;

export const ERROR = "Error";
