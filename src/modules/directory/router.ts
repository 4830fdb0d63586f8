import {
  partnerProcedure,
  router,
  scheduleProcedure,
  staffProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { hours, minutes } from "../../shared/duration.ts";
import { undoInput } from "../../shared/reviews/reviews.ts";
import { placeInput } from "../evidence/public.ts";
import { showCity } from "./cities/city.ts";
import { countCities } from "./cities/counts.ts";
import * as cityQueries from "./cities/queries.ts";
import {
  barInput,
  barOutput,
  barShown,
  cityInput,
  citySearchInput,
  citySearchOutput,
  countOutput,
  publicCity,
  publicListInput,
  publicListOutput,
  rankList,
  rankPage,
  roadInput,
  roadOutput,
} from "./cities/schema.ts";
import { showIssuer } from "./issuers/queries.ts";
import { issuerPageInput, publicIssuer } from "./issuers/schema.ts";
import { publicPlace, whyInput, whyOutput } from "./pages/schema.ts";
import { showPlace, why } from "./pages/show.ts";
import { close, reply } from "./reports/close.ts";
import * as queries from "./reports/queries.ts";
import {
  caseInput,
  closeInput,
  ownReport,
  ownReportList,
  ownReportPage,
  replyInput,
  reportCase,
  reportList,
  reportPage,
  submitInput,
  submitOutput,
} from "./reports/schema.ts";
import { submit } from "./reports/service.ts";
import { decide, undo } from "./suggestions/decide.ts";
import * as suggestionQueries from "./suggestions/queries.ts";
import {
  decideInput,
  similarOutput,
  submitInput as suggestInput,
  suggestionCase,
  suggestionInput,
  suggestionList,
  suggestionPage,
  submitOutput as suggestOutput,
} from "./suggestions/schema.ts";
import { submit as suggest } from "./suggestions/service.ts";
import { showVisits } from "./visits/queries.ts";
import { visits, visitsInput } from "./visits/schema.ts";

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");

export const publicReports = router({
  submit: visitorProcedure
    .meta({
      rest: "POST /api/places/{id}/reports",
      status: 201,
      summary: "Report that something about a place is wrong",
      rateLimit: "form",
      slow: true, // its photo is read within it
    })
    .input(submitInput)
    .output(submitOutput)
    .mutation(({ ctx, input }) => submit(ctx, input)),
});

export const partnerReports = router({
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/reports", summary: "List reports about your own places", list: true })
    .input(ownReportList)
    .output(ownReportPage)
    .query(({ ctx, input }) => queries.listOwn(ctx, input)),
  reply: partnerProcedure
    .meta({ rest: "PUT /partner/api/reports/{id}", summary: "Reply to a report about your own place" })
    .input(replyInput)
    .output(ownReport)
    .mutation(({ ctx, input }) => reply(ctx, input)),
});

export const partnerVisits = router({
  get: partnerProcedure
    .meta({
      rest: "GET /partner/api/my-pois/{id}/visits",
      summary: "Show how often the page of your own place was viewed, small counts hidden",
    })
    .input(visitsInput)
    .output(visits)
    .query(({ ctx, input }) => showVisits(ctx, input.id)),
});

export const reviewReports = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/reports",
      scopes: ["reviews:write"],
      cli: "report list",
      summary: "List visitors' reports about places",
      list: true,
    })
    .input(reportList)
    .output(reportPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  get: reviewers
    .meta({
      rest: "GET /api/reviews/reports/{id}",
      scopes: ["reviews:write"],
      cli: "report show <id>",
      summary: "Show a report about a place",
    })
    .input(caseInput)
    .output(reportCase)
    .query(({ ctx, input }) => queries.showCase(ctx, input.id)),
  close: reviewers
    .meta({
      rest: "PUT /api/reviews/reports/{id}",
      scopes: ["reviews:write"],
      cli: "report close <id>",
      summary: "Close a report and publish it with the owner's reply",
    })
    .input(closeInput)
    .output(reportCase)
    .mutation(({ ctx, input }) => close(ctx, input)),
});

export const publicSuggestions = router({
  submit: visitorProcedure
    .meta({
      rest: "POST /api/places/suggestions",
      status: 201,
      summary: "Suggest a place that is missing in the directory",
      rateLimit: "form",
    })
    .input(suggestInput)
    .output(suggestOutput)
    .mutation(({ ctx, input }) => suggest(ctx, input)),
  similar: visitorProcedure
    .meta({ summary: "List places that a suggestion may be", rateLimit: "search" })
    .input(suggestInput)
    .output(similarOutput)
    .query(({ ctx, input }) => suggestionQueries.similarPlaces(ctx.deps, input)),
});

export const reviewSuggestions = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/suggestions",
      scopes: ["reviews:write"],
      cli: "suggestion list",
      summary: "List visitors' suggestions of missing places",
      list: true,
    })
    .input(suggestionList)
    .output(suggestionPage)
    .query(({ ctx, input }) => suggestionQueries.list(ctx, input)),
  get: reviewers
    .meta({
      rest: "GET /api/reviews/suggestions/{id}",
      scopes: ["reviews:write"],
      cli: "suggestion show <id>",
      summary: "Show a suggestion of a missing place",
    })
    .input(suggestionInput)
    .output(suggestionCase)
    .query(({ ctx, input }) => suggestionQueries.show(ctx, input.id)),
  decide: reviewers
    .meta({
      rest: "PUT /api/reviews/suggestions/{id}",
      scopes: ["reviews:write"],
      cli: "suggestion decide <id>",
      summary: "Decide a suggestion of a missing place; an approval adds the place",
    })
    .input(decideInput)
    .output(suggestionCase)
    .mutation(({ ctx, input }) => decide(ctx, input)),
  undo: reviewers
    .meta({
      rest: "POST /api/reviews/suggestions/{id}/undo",
      scopes: ["reviews:write"],
      cli: "suggestion undo <id>",
      summary: "Undo the decision on a suggestion, within 10 minutes",
    })
    .input(undoInput)
    .output(suggestionCase)
    .mutation(({ ctx, input }) => undo(ctx, input)),
});

export const publicIssuerPages = router({
  show: visitorProcedure
    .meta({
      rest: "GET /api/issuers/{slug}",
      summary: "Show a body that certifies places, and the places verified by its certificates",
      rateLimit: "search",
    })
    .input(issuerPageInput)
    .output(publicIssuer)
    .query(({ ctx, input }) => showIssuer(ctx, input)),
});

export const publicPlaces = router({
  get: visitorProcedure
    .meta({
      rest: "GET /api/places/{id}",
      summary: "Show a place and what its halal tier is based on",
      rateLimit: "search",
    })
    .input(placeInput)
    .output(publicPlace)
    .query(({ ctx, input }) => showPlace(ctx, input.id)),
  why: visitorProcedure
    .meta({
      rest: "GET /api/places/{id}/why",
      cli: "poi why <id>",
      summary: "Show the halal tier of a place on a day and its evidence",
      rateLimit: "search",
    })
    .input(whyInput)
    .output(whyOutput)
    .query(({ ctx, input }) => why(ctx, input)),
});

export const publicCities = router({
  list: visitorProcedure
    .meta({
      rest: "GET /api/cities",
      summary: "List metros with how many people wait and what is there, small counts of people hidden",
      cacheFor: minutes(1),
    })
    .input(publicListInput)
    .output(publicListOutput)
    .query(({ ctx, input }) => cityQueries.publicList(ctx, input)),
  get: visitorProcedure
    .meta({
      rest: "GET /api/cities/{slug}",
      summary: "Show a city: its places, and how far its area is from opening",
      rateLimit: "search",
      cacheFor: minutes(1),
    })
    .input(cityInput)
    .output(publicCity)
    .query(({ ctx, input }) => showCity(ctx, input)),
  search: visitorProcedure
    .meta({
      rest: "GET /api/cities/search",
      summary: "Find cities of the USA and Canada by the start of a name",
      rateLimit: "search",
      cacheFor: hours(24),
    })
    .input(citySearchInput)
    .output(citySearchOutput)
    .query(({ ctx, input }) => cityQueries.search(ctx, input)),
  road: visitorProcedure
    .meta({
      rest: "GET /api/cities/road",
      summary: "Show how far the metro of a city is from its launch",
      rateLimit: "search",
      cacheFor: minutes(1),
    })
    .input(roadInput)
    .output(roadOutput)
    .query(({ ctx, input }) => cityQueries.road(ctx, input)),
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
    .query(({ ctx, input }) => cityQueries.ranking(ctx, input)),
  bar: admins
    .meta({
      rest: "GET /api/admin/cities/bar",
      scopes: ["waitlist:read"],
      cli: "city bar",
      summary: "Show how many confirmed people a metro needs",
    })
    .output(barShown)
    .query(({ ctx }) => cityQueries.bar(ctx)),
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
    .mutation(({ ctx, input }) => cityQueries.setBar(ctx, input.bar)),
  count: scheduleProcedure
    .meta({ cli: "city count", summary: "Count the people and places of each metro", slow: true })
    .output(countOutput)
    .mutation(({ ctx }) => countCities(ctx)),
});
