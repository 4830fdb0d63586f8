import { queryOf } from "../guards.ts";
import { type Handler, type Server, segmentOf } from "../sockets/server.ts";
import { page, pageHandler } from "./page.ts";

/** A body that certifies places. The links of mails to issuers are pages of their own. */
export const issuerPage = (server: Server): Handler =>
  pageHandler(server, async (c) => {
    const { cursor } = queryOf(c.env.request.url);
    const call = server.callerOf(c.get("context"));
    const issuer = await call("public.issuers.show", { slug: segmentOf(c, 2), cursor });
    return page(server, c, (await server.site.pages()).issuer(issuer), 200);
  });
