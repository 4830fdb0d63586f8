import {
  recentStaffSelfProcedure,
  router,
  staffSelfProcedure,
  visitorProcedure,
} from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as schema from "./schema.ts";
import * as devices from "./service.ts";

export const adminDevices = router({
  start: visitorProcedure
    .meta({
      rest: "POST /api/admin/devices",
      summary: "Begin the sign-in of a device (RFC 8628)",
      rateLimit: "device",
    })
    .input(schema.startDeviceInput)
    .output(schema.startedDevice)
    .mutation(({ ctx, input }) => devices.startDevice(ctx, input)),
  token: visitorProcedure
    .meta({ rest: "POST /api/admin/devices/token", summary: "Collect the token of an approved device" })
    .input(schema.pollInput)
    .output(schema.deviceToken)
    .mutation(({ ctx, input }) => devices.collectToken(ctx, input.deviceCode)),
  show: staffSelfProcedure
    .meta({ rest: "GET /api/admin/devices/{userCode}", summary: "Show the device that waits with this code" })
    .input(schema.userCodeInput)
    .output(schema.waitingDevice)
    .query(({ ctx, input }) => devices.showDevice(ctx, input.userCode)),
  approve: recentStaffSelfProcedure
    .meta({
      rest: "POST /api/admin/devices/approve",
      summary: "Approve the device that waits with this code",
    })
    .input(schema.approveInput)
    .output(success)
    .mutation(({ ctx, input }) => devices.approveDevice(ctx, input)),
  deny: staffSelfProcedure
    .meta({ rest: "POST /api/admin/devices/deny", summary: "Refuse the device that waits with this code" })
    .input(schema.userCodeInput)
    .output(success)
    .mutation(({ ctx, input }) => devices.denyDevice(ctx, input.userCode)),
});
