export const ADD_USER = {
  title: "Add Admin User",
  text: "Give the password over in person. They can change it under Security.",
  username: "Username",
  email: "Email",
  role: "Role",
  password: "Password",
  rules: "8 to 128 characters, and not a common one.",
  submit: "Add user",
  sending: "Adding...",
  cancel: "Cancel",
} as const;

export const NEW_PASSWORD = {
  title: (username: string) => `New password for ${username}`,
  text: "Every session of this account ends at once.",
  password: "New password",
  missing: "New password is required",
  submit: "Set password",
  sending: "Saving...",
} as const;
