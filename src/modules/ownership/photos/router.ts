import { partnerProcedure, router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import * as photos from "./service.ts";

export const partnerPhotos = router({
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/my-pois/{id}/photos", summary: "List the photos of your own place" })
    .input(schema.placeInput)
    .output(schema.ownPhotos)
    .query(({ ctx, input }) => queries.listOwn(ctx, input.id)),
  add: partnerProcedure
    .meta({
      rest: "POST /partner/api/my-pois/{id}/photos",
      status: 201,
      summary: "Send a photo of your own place, which is shown once our team has looked at it",
    })
    .input(schema.addInput)
    .output(schema.ownPhoto)
    .mutation(({ ctx, input }) => photos.add(ctx, input)),
  order: partnerProcedure
    .meta({
      rest: "PUT /partner/api/my-pois/{id}/photos",
      summary: "Put the photos of your own place in order",
    })
    .input(schema.orderInput)
    .output(schema.ownPhotos)
    .mutation(({ ctx, input }) => photos.reorder(ctx, input)),
  remove: partnerProcedure
    .meta({
      rest: "DELETE /partner/api/my-pois/{id}/photos/{photo}",
      summary: "Delete a photo of your own place",
    })
    .input(schema.removeInput)
    .output(success)
    .mutation(({ ctx, input }) => photos.remove(ctx, input)),
});

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");

export const reviewPhotos = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/photos",
      scopes: ["reviews:write"],
      cli: "photo list",
      summary: "List photos of places that wait for staff, or those of one place",
    })
    .input(schema.photoList)
    .output(schema.reviewedPhotos)
    .query(({ ctx, input }) => queries.listForStaff(ctx, input)),
  decide: reviewers
    .meta({
      rest: "PUT /api/reviews/photos/{id}",
      scopes: ["reviews:write"],
      cli: "photo decide <id>",
      summary: "Show a photo of a place, or decline it",
    })
    .input(schema.decidePhotoInput)
    .output(success)
    .mutation(({ ctx, input }) => photos.decide(ctx, input)),
});
