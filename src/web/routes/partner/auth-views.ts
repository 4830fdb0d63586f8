export const AUTH_TABS = ["login", "register"] as const;
/** The tabs, and the form for a forgotten password in their place. */
export const AUTH_VIEWS = [...AUTH_TABS, "forgot"] as const;
export type AuthView = (typeof AUTH_VIEWS)[number];
