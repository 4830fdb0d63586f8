import { LINK_PAGES, type LinkPage, STAFF_FORGOT_PAGE } from "../../shared/mails/link-pages.ts";
import type { OutcomePage } from "../site.ts";

type Fields = Readonly<Record<string, string>>;

/** An HTML form that works without JavaScript. It calls the same procedure as the script of its page. */
export interface PageForm {
  /** The path of the procedure. */
  readonly operation: string;
  /** The procedure's input. */
  readonly input: (fields: Fields) => Readonly<Record<string, unknown>>;
  readonly pages: { readonly done: OutcomePage; readonly failed: OutcomePage };
  /** What the page of a success shows. */
  readonly shown: (answer: unknown) => string;
  /** On a page without a referrer, whose form a browser sends with the origin `null`; it reads no cookies. */
  readonly isPrivate: boolean;
}

const privateForm = (path: LinkPage | typeof STAFF_FORGOT_PAGE, rest: Omit<PageForm, Shared>): PageForm => ({
  pages: { done: `${path}.done`, failed: `${path}.failed` },
  shown: () => "",
  isPrivate: true,
  ...rest,
});
type Shared = "pages" | "shown" | "isPrivate";

const STAFF_FORGOT = privateForm(STAFF_FORGOT_PAGE, {
  operation: "admin.recovery.forgotPassword",
  input: ({ username }) => ({ username }),
});

/** What a link does. Its form sends the fields of the page's script. */
interface LinkForm {
  readonly operation: string;
  /** The fields of the form by the procedure's names for them, besides the token. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly shown?: PageForm["shown"];
}

const LINK_FORMS: Readonly<Record<LinkPage, LinkForm>> = {
  [LINK_PAGES.partnerConfirm]: { operation: "partner.email.confirm" },
  [LINK_PAGES.partnerReset]: { operation: "partner.password.reset", fields: { newPassword: "password" } },
  [LINK_PAGES.partnerUndoEmail]: { operation: "partner.email.undo" },
  [LINK_PAGES.partnerLock]: { operation: "partner.password.lock" },
  [LINK_PAGES.staffReset]: { operation: "admin.recovery.resetPassword", fields: { newPassword: "password" } },
  [LINK_PAGES.staffInvitation]: {
    operation: "admin.recovery.acceptInvitation",
    fields: { password: "password" },
    shown: (accepted) => (accepted as { username: string }).username, // acceptOutput checked it
  },
  [LINK_PAGES.staffLock]: { operation: "admin.recovery.lock" },
  [LINK_PAGES.issuerAnswer]: {
    operation: "public.issuers.answer",
    fields: { answer: "answer", validUntil: "validUntil" },
  },
};

const isLinkPage = (path: string): path is LinkPage => Object.hasOwn(LINK_FORMS, path);

/** The form that a page posts to its own address; undefined for other addresses. */
export function pageFormAt(path: string): PageForm | undefined {
  if (path === STAFF_FORGOT_PAGE) return STAFF_FORGOT;
  const [, page = "", token = ""] = /^(.+)\/([^/]+)$/.exec(path) ?? [];
  return isLinkPage(page) ? linkForm(page, token) : undefined;
}

function linkForm(page: LinkPage, token: string): PageForm {
  const { fields: sent = {}, ...rest } = LINK_FORMS[page];
  return privateForm(page, {
    ...rest,
    input: (fields) => ({
      token,
      ...Object.fromEntries(Object.entries(sent).map(([name, field]) => [name, fields[field]])),
    }),
  });
}
