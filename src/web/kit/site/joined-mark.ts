import { browserSetting } from "../../lib/browser-setting.ts";

/** Says that the waitlist card has something to show. */
export const joinedMark = browserSetting("waitlist-joined");
