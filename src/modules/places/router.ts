import { z } from "zod";
import {
  operatorProcedure,
  partnerProcedure,
  recentStaffProcedure,
  router,
  staffProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { bulkDeleteInput, bulkOutput, selectOutput } from "../../shared/bulk.ts";
import { minutes } from "../../shared/duration.ts";
import { success } from "../../shared/fields.ts";
import { listGuess } from "../../shared/list-columns.ts";
import { onEach } from "../audit/public.ts";
import * as deletion from "./deletion.ts";
import * as exporting from "./export.ts";
import * as factQueries from "./facts/queries.ts";
import * as factsSchema from "./facts/schema.ts";
import * as facts from "./facts/service.ts";
import * as importing from "./import/import-file.ts";
import { columnsInput, importPreview, importPreviewedInput, previewInput } from "./import/preview/schema.ts";
import * as previewing from "./import/preview/service.ts";
import { showSources } from "./intake/listed-sources.ts";
import { listedSource } from "./intake/schema.ts";
import { mergeInput, mergeOutput, merges, undoInput, undoOutput } from "./merge/schema.ts";
import * as merging from "./merge/service.ts";
import { undoMerge } from "./merge/undo.ts";
import { neighborsOf } from "./neighbors/queries.ts";
import { neighbors } from "./neighbors/schema.ts";
import * as prayerQueries from "./prayer/queries.ts";
import * as prayerSchema from "./prayer/schema.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import { complete } from "./search/completions.ts";
import { searchAsPartner } from "./search/partner-search.ts";
import { searchPublicly } from "./search/public-search.ts";
import { reindex } from "./search/reindex.ts";
import { completeInput, completions, publicResults, publicSearchInput } from "./search/schema.ts";
import * as places from "./service.ts";
import * as listing from "./staff-list/queries.ts";
import {
  exportInput,
  placeFilters,
  placeSelection,
  staffList,
  staffPlaceDetail,
  tierCounts,
} from "./staff-list/schema.ts";

const readers = staffProcedure("admin", "super_admin", "partner_manager");
const editors = staffProcedure("admin", "super_admin");

export const publicPois = router({
  search: visitorProcedure
    .meta({
      rest: "GET /api/places",
      summary: "Search places by name, dish, city, state or ZIP code",
      rateLimit: "search",
      list: true,
    })
    .input(publicSearchInput)
    .output(publicResults)
    .query(({ ctx, input }) => searchPublicly(ctx, input)),
  suggest: visitorProcedure
    .meta({
      rest: "GET /api/places/suggest",
      summary: "Suggest places, cities and kinds of places while a search is typed",
      requiredMessage: "Please type at least one character to search for",
      rateLimit: "search",
      cacheFor: minutes(1),
    })
    .input(completeInput)
    .output(completions)
    .query(({ ctx, input }) => complete(ctx, input.q)),
  sources: visitorProcedure
    .meta({
      rest: "GET /api/places/sources",
      summary: "Show where places come from, under which licenses, and how many",
      rateLimit: "search",
      cacheFor: minutes(1),
    })
    .output(z.array(listedSource))
    .query(({ ctx }) => showSources(ctx)),
  prayer: visitorProcedure
    .meta({
      rest: "GET /api/places/{id}/prayer",
      cli: "poi prayer <id>",
      summary: "Show the prayer times of a masjid: adhan as computed, iqamah as the masjid says it",
      rateLimit: "search",
    })
    .input(prayerSchema.prayerInput)
    .output(prayerSchema.prayerOutput)
    .query(({ ctx, input }) => prayerQueries.showTimes(ctx, input)),
});

export const partnerPois = router({
  search: partnerProcedure
    .meta({
      rest: "GET /partner/api/pois/search",
      summary: "Search places by name",
      requiredMessage: "Please type at least one character to search for",
      rateLimit: "search",
    })
    .input(schema.searchInput)
    .output(schema.searchOutput)
    .query(({ ctx, input }) => searchAsPartner(ctx, input)),
  get: partnerProcedure
    .meta({ rest: "GET /partner/api/pois/{id}", summary: "Show a place" })
    .input(schema.placeInput)
    .output(schema.placeDetail)
    .query(({ ctx, input }) => queries.show(ctx, input.id)),
  mine: partnerProcedure
    .meta({ rest: "GET /partner/api/my-pois", summary: "List the places that you own", list: true })
    .input(schema.ownList)
    .output(schema.ownPage)
    .query(({ ctx, input }) => queries.listOwn(ctx, input)),
});

export const adminPois = router({
  list: readers
    .meta({
      rest: "GET /api/admin/pois",
      scopes: ["places:read"],
      cli: "poi list",
      summary: "List places",
      list: true,
    })
    .input(staffList)
    .output(schema.staffPage)
    .query(({ ctx, input }) => listing.list(ctx, input)),
  export: recentStaffProcedure("admin", "super_admin")
    .meta({
      rest: "GET /api/admin/pois/export",
      scopes: ["places:read"],
      cli: "poi export",
      summary: "Export places in an import format",
      download: "places.geojson",
      slow: true,
    })
    .input(exportInput)
    .query(({ ctx, input }) => exporting.exportPlaces(ctx, input)),
  get: readers
    .meta({
      rest: "GET /api/admin/pois/{id}",
      scopes: ["places:read"],
      cli: "poi show <id>",
      summary: "Show a place",
    })
    .input(schema.placeInput)
    .output(staffPlaceDetail)
    .query(({ ctx, input }) => queries.find(ctx, input.id)),
  neighbors: readers
    .meta({
      rest: "GET /api/admin/pois/{id}/neighbors",
      scopes: ["places:read"],
      cli: "poi neighbors <id>",
      summary: "Show places within 200 m, and those that may be the same place",
    })
    .input(schema.placeInput)
    .output(neighbors)
    .query(({ ctx, input }) => neighborsOf(ctx, input.id)),
  create: editors
    .meta({
      rest: "POST /api/admin/pois",
      scopes: ["places:write"],
      status: 201,
      cli: "poi add",
      summary: "Add a place",
    })
    .input(schema.createInput)
    .output(schema.staffPlace)
    .mutation(({ ctx, input }) => places.create(ctx, input)),
  update: editors
    .meta({
      rest: "PUT /api/admin/pois/{id}",
      scopes: ["places:write"],
      cli: "poi update <id>",
      summary: "Update a place",
    })
    .input(schema.updateInput)
    .output(schema.staffPlace)
    .mutation(({ ctx, input }) => places.update(ctx, input)),
  merge: editors
    .meta({
      rest: "POST /api/admin/pois/{id}/merge",
      scopes: ["places:write"],
      cli: "poi merge <id> <duplicateId>",
      summary: "Merge a duplicate into a place",
    })
    .input(mergeInput)
    .output(mergeOutput)
    .mutation(({ ctx, input }) => merging.merge(ctx, input)),
  merges: readers
    .meta({
      rest: "GET /api/admin/pois/{id}/merges",
      scopes: ["places:read"],
      cli: "poi merges <id>",
      summary: "List the merges of a place",
    })
    .input(schema.placeInput)
    .output(merges)
    .query(({ ctx, input }) => merging.listMerges(ctx, input.id)),
  undoMerge: editors
    .meta({
      rest: "POST /api/admin/pois/merges/{id}/undo",
      scopes: ["places:write"],
      cli: "poi unmerge <id>",
      summary: "Undo a merge of the last 30 days",
    })
    .input(undoInput)
    .output(undoOutput)
    .mutation(({ ctx, input }) => undoMerge(ctx, input.id)),
  delete: editors
    .meta({
      rest: "DELETE /api/admin/pois/{id}",
      scopes: ["places:write"],
      cli: "poi delete <id>",
      summary: "Move a place to the trash, from which it can be restored for 30 days",
    })
    .input(schema.deleteInput)
    .output(success)
    .mutation(({ ctx, input }) => deletion.remove(ctx, input.id)),
  select: editors
    .meta({
      rest: "GET /api/admin/pois/select",
      scopes: ["places:read"],
      summary: "List the ids of all places that match, if they are as many as you saw",
    })
    .input(placeSelection)
    .output(selectOutput)
    .query(({ ctx, input }) => listing.selectPlaces(ctx, input)),
  deleteMany: editors
    .meta({
      rest: "POST /api/admin/pois/delete",
      scopes: ["places:write"],
      summary: "Delete up to 50 places, each of which can be restored for 30 days",
    })
    .input(bulkDeleteInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onEach(ctx, input.ids, (id) => deletion.remove(ctx, id, input.act))),
  tiers: readers
    .meta({
      rest: "GET /api/admin/pois/tiers",
      scopes: ["places:read"],
      summary: "Count the places that match by halal tier",
    })
    .input(placeFilters)
    .output(tierCounts)
    .query(({ ctx, input }) => listing.countTiers(ctx, input)),
  import: operatorProcedure
    .meta({ summary: "Import places from a file", upload: "file", slow: true })
    .input(schema.importInput)
    .output(schema.importOutput)
    .mutation(({ ctx, input }) => importing.importFile(ctx, input)),
  importColumns: staffProcedure("admin", "super_admin")
    .meta({
      rest: "POST /api/admin/pois/import/columns",
      scopes: ["places:write"],
      summary: "Show how the columns of a CSV file of places would be read",
      file: "received",
      accepts: "text/csv",
    })
    .input(columnsInput)
    .output(listGuess)
    .mutation(({ ctx, input }) => previewing.importColumns(ctx, input)),
  previewImport: staffProcedure("admin", "super_admin")
    .meta({
      rest: "POST /api/admin/pois/import/preview",
      scopes: ["places:write"],
      summary: "Show what an import of a CSV file would do, without changing anything",
      file: "received",
      accepts: "text/csv",
      slow: true,
    })
    .input(previewInput)
    .output(importPreview)
    .mutation(({ ctx, input }) => previewing.previewImport(ctx, input)),
  importPreviewed: staffProcedure("admin", "super_admin")
    .meta({
      rest: "POST /api/admin/pois/import",
      scopes: ["places:write"],
      summary: "Import a CSV file as it was previewed",
      file: "received",
      accepts: "text/csv",
      slow: true,
    })
    .input(importPreviewedInput)
    .output(schema.importOutput)
    .mutation(({ ctx, input }) => previewing.importPreviewed(ctx, input)),
  reindex: operatorProcedure
    .meta({ cli: "poi reindex", summary: "Rebuild the search index of places", slow: true })
    .output(schema.reindexOutput)
    .mutation(({ ctx }) => reindex(ctx)),
});

export const partnerFacts = router({
  get: partnerProcedure
    .meta({ rest: "GET /partner/api/my-pois/{id}/facts", summary: "Show the facts of a place that you own" })
    .input(factsSchema.placeInput)
    .output(factsSchema.factsOutput)
    .query(({ ctx, input }) => factQueries.showToOwner(ctx, input.id)),
  save: partnerProcedure
    .meta({ rest: "PUT /partner/api/my-pois/{id}/facts", summary: "Record facts about a place that you own" })
    .input(factsSchema.saveInput)
    .output(factsSchema.factsOutput)
    .mutation(({ ctx, input }) => facts.saveAsOwner(ctx, input)),
});

export const adminFacts = router({
  get: readers
    .meta({
      rest: "GET /api/admin/pois/{id}/facts",
      scopes: ["places:read"],
      cli: "poi facts <id>",
      summary: "Show the facts of a place and their sources",
    })
    .input(factsSchema.placeInput)
    .output(factsSchema.factsOutput)
    .query(({ ctx, input }) => factQueries.showToStaff(ctx, input.id)),
  save: editors
    .meta({
      rest: "PUT /api/admin/pois/{id}/facts",
      scopes: ["places:write"],
      cli: "poi set-facts <id>",
      summary: "Record facts about a place",
    })
    .input(factsSchema.saveInput)
    .output(factsSchema.factsOutput)
    .mutation(({ ctx, input }) => facts.saveAsStaff(ctx, input)),
});
