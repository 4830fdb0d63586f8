import { router, scheduleProcedure, staffProcedure, visitorProcedure } from "../../../core/rpc/procedures.ts";
import { hours, minutes } from "../../../shared/duration.ts";
import { countCities } from "./counts.ts";
import * as queries from "./queries.ts";
import {
  barInput,
  barOutput,
  barShown,
  citySearchInput,
  citySearchOutput,
  countOutput,
  publicListInput,
  publicListOutput,
  rankList,
  rankPage,
} from "./schema.ts";
import { setBar } from "./service.ts";

export const publicCities = router({
  list: visitorProcedure
    .meta({
      rest: "GET /api/cities",
      summary: "List metros with how many people wait and what is there, small counts hidden",
      cacheFor: minutes(1),
    })
    .input(publicListInput)
    .output(publicListOutput)
    .query(({ ctx, input }) => queries.publicList(ctx, input)),
  search: visitorProcedure
    .meta({
      rest: "GET /api/cities/search",
      summary: "Find cities of the USA and Canada by the start of a name",
      rateLimit: "search",
      cacheFor: hours(24),
    })
    .input(citySearchInput)
    .output(citySearchOutput)
    .query(({ ctx, input }) => queries.search(ctx, input)),
});

const admins = staffProcedure("admin", "super_admin");

export const adminCities = router({
  rank: admins
    .meta({
      rest: "GET /api/admin/cities",
      scopes: ["waitlist:read"],
      cli: "city rank",
      summary: "Rank metros by the number of people waiting",
      list: true,
    })
    .input(rankList)
    .output(rankPage)
    .query(({ ctx, input }) => queries.ranking(ctx, input)),
  bar: admins
    .meta({
      rest: "GET /api/admin/cities/bar",
      scopes: ["waitlist:read"],
      cli: "city bar",
      summary: "Show how many confirmed people a metro needs",
    })
    .output(barShown)
    .query(({ ctx }) => queries.bar(ctx)),
  setBar: admins
    .meta({
      rest: "PUT /api/admin/cities/bar",
      scopes: ["waitlist:write"],
      cli: "city set-bar <bar>",
      summary: "Set how many confirmed people a metro needs",
      requiredMessage: "Please enter the number of people",
    })
    .input(barInput)
    .output(barOutput)
    .mutation(({ ctx, input }) => setBar(ctx, input.bar)),
  count: scheduleProcedure
    .meta({ cli: "city count", summary: "Count the people and places of each metro", slow: true })
    .output(countOutput)
    .mutation(({ ctx }) => countCities(ctx)),
});
