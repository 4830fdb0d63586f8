import { runSuite } from "../harness/suite.ts";
import { backup } from "./backup.ts";
import { broadcast } from "./broadcast.ts";
import { cardMasking } from "./card-masking.ts";
import { cities } from "./cities.ts";
import { delay } from "./delay.ts";
import { exports } from "./exports.ts";
import { intake } from "./intake/intake.ts";
import { intakeRead } from "./intake/intake-read.ts";
import { launch } from "./launch/launch.ts";
import { backOffice } from "./lists/back-office.ts";
import { embeddedLists, lists } from "./lists/lists.ts";
import { matching } from "./matching.ts";
import { landing } from "./pages/landing.ts";
import { paint } from "./pages/paint.ts";
import { signInPage } from "./pages/sign-in-page.ts";
import { placeCalls } from "./place-calls.ts";
import { places } from "./places.ts";
import { recovery } from "./recovery.ts";
import { relevance } from "./relevance/relevance.ts";
import { scaleOut } from "./scale-out.ts";
import { embeddedSearch, search } from "./search/search.ts";
import { searchPages } from "./search/search-pages.ts";
import { signInLoad } from "./sign-in-load.ts";
import { signIns } from "./sign-ins.ts";
import { signups } from "./signups.ts";
import { sitemap } from "./sitemap.ts";
import { coldStart, embedded } from "./start.ts";
import { sync } from "./sync/sync.ts";

await runSuite(
  [
    signups,
    scaleOut,
    broadcast,
    backup,
    landing,
    paint,
    signInPage,
    signIns,
    signInLoad,
    recovery,
    exports,
    lists,
    embeddedLists,
    backOffice,
    cities,
    places,
    placeCalls,
    searchPages,
    sitemap,
    sync,
    coldStart,
    embedded,
    search,
    embeddedSearch,
    cardMasking,
    intake,
    matching,
    relevance,
    intakeRead,
    delay,
    launch,
  ],
  process.argv.slice(2),
);
