import type { PublicCity, PublicMetro } from "../../modules/directory/cities/schema.ts";
import type { PublicIssuer } from "../../modules/directory/issuers/schema.ts";
import type { PublicPlace } from "../../modules/directory/pages/schema.ts";
import type { ListedSource } from "../../modules/places/intake/schema.ts";
import type { PrayerTimes } from "../../modules/places/prayer/schema.ts";
import type { WebBrand } from "../lib/brand.ts";
import type { SessionCookie } from "../page-files.ts";
import type { AskedDay, Searched, TypedReport, TypedSuggestion } from "../routes/places/views.ts";

export type { AskedSearch, MapCity } from "../routes/places/views.ts";

/** Settings of the operator that pages show. */
export interface Site {
  readonly brand: WebBrand;
  readonly publicUrl: string;
}

/** To write the files that show the settings of a site. */
export interface SiteRequest {
  /** The folder of the program's files. */
  readonly program: string;
  /** Where to write. */
  readonly folder: string;
  readonly site: Site;
}

/** To make the pages of a site from those that the executable holds, which show other settings. */
export interface PagesRequest extends SiteRequest {
  /** The folder of the pages in the executable. */
  readonly from: string;
}

/** Why the pages could not be made; null if they were. */
export type PagesReply = string | null;

export interface PageFile {
  /** In the router's pattern language. */
  readonly path: string;
  readonly file: string;
  /** False for pages that no cache may keep. */
  readonly stored: boolean;
  /** Sent instead to a browser without this cookie. */
  readonly signIn?: {
    readonly file: string;
    readonly cookie: SessionCookie;
    readonly exceptQuery?: string | undefined;
  };
}

/** Tells the server what was built; written as `manifest.json` next to the files. */
export interface WebManifest {
  readonly pages: readonly PageFile[];
  /** The files of the sheets that every page has. */
  readonly stylesheets: readonly string[];
  /** The file of the 404 page. */
  readonly notFound: string;
  /** For the server alone: the module with `createServerPages`, and the document that it fills. */
  readonly serverPages: { readonly module: string; readonly document: string };
}

/** Renders the public pages that the build cannot, as they show what is stored: a module of the build exports a factory of them. */
export interface ServerPages {
  /** `asked` is null unless the visitor chose a day. */
  place(place: PublicPlace, asked: AskedDay | null): string;
  search(searched: Searched): string;
  /** The television of a masjid's hall. */
  prayerScreen(place: PublicPlace, times: PrayerTimes): string;
  /** What a masjid shows in a frame on its own site. */
  prayerFrame(place: PublicPlace, times: PrayerTimes): string;
  /** The form that reports a problem with a place. */
  report(place: PublicPlace, typed: TypedReport): string;
  /** The answer to a report that was sent. */
  reported(place: PublicPlace): string;
  /** The answer to whether a place is still open. */
  answered(place: PublicPlace, message: string): string;
  /** A body that certifies places. */
  issuer(issuer: PublicIssuer): string;
  /** The form that suggests a missing place. */
  suggest(typed: TypedSuggestion): string;
  /** The answer to a suggestion that was sent. */
  suggested(reference: string, hasEmail: boolean): string;
  city(city: PublicCity): string;
  /** The numbers of the cities. */
  cities(metros: readonly PublicMetro[]): string;
  /** Where places come from. */
  data(sources: readonly ListedSource[]): string;
  /** A page that could not be shown, and why. */
  failed(sentence: string): string;
}

/** Inserts rendered pages into the document that the build made for them. */
export type CreateServerPages = (template: string, site: Site) => ServerPages;

export const MANIFEST = "manifest.json";
/** Of the search of places, under a name without a hash, as other pages with the same box can have it too. */
export const SEARCH_SCRIPT_FILE = "place-search.js";
/** Of the screen of a hall and the frame on other sites. */
export const PRAYER_SCRIPT_FILE = "prayer-screen.js";
