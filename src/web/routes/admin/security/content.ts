export const SECURITY = { title: "Security" } as const;

export const END_OTHERS = "All your other devices will have to sign in again. End all other sessions?";
