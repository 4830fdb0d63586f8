import type { PublicMetro } from "../../../modules/cities/schema.ts";
import type { WebBrand } from "../../lib/brand.ts";

export const CITIES_CARD = {
  title: "Cities",
  description: ({ name }: WebBrand) =>
    `Where people wait for ${name}, city by city, and what brings it to yours first.`,
};

export const CITIES = {
  heading: "We open where you wait",
  lead: (brand: string) =>
    `${brand} opens city by city. The more people wait in a city, and the more halal places and masjids we know there, the sooner it opens.`,
  join: "Join the waitlist",
  map: "A map of the USA and Canada with a dot for each city where ten people or more wait. The table below has the same.",
  failed: "The cities could not be loaded",
  none: "No city has ten people yet",
  noneText: "Yours can be the first.",
  table: "Cities and what there is in each",
  listHeading: "Where people wait",
  note: "The numbers of people are those of this morning, rounded down. Fewer than ten are never counted out, so that a number says nothing about one person.",
  source: "Cities by GeoNames, CC BY 4.0",
  withoutScripts: "The numbers of each city need JavaScript. The waitlist does not.",
  people: (count: number | string) => (count === "<10" ? "fewer than 10" : `${count} or more`),
  waiting: (count: number | string) =>
    `${count === "<10" ? "Fewer than 10" : `At least ${count}`} people wait`,
} as const;

export const NEAR = {
  heading: "Your city",
  label: "City and state",
  submit: "Show my city",
  missing: "Please enter your city",
  unknown: "We know no such city. Try it with its state, such as Dearborn, MI.",
  unreached: "The server could not be reached. Please try again.",
  metro: (name: string) => `Around ${name}`,
  others: "Around it",
  places: ({ places, masjids }: Pick<PublicMetro, "places" | "masjids">) =>
    `${places} places, ${masjids} of them masjids`,
} as const;

export const HOW = {
  heading: "How your city gets there",
  steps: [
    {
      name: "Join, and say where",
      text: "Leave your first name and email, then choose your city on the same card. Each person there counts.",
      link: { name: "Join the waitlist", href: "/#beta" },
    },
    {
      name: "Tell friends in your city",
      text: "After joining you get a link of your own. Send it to the family group, the study circle, the team.",
      link: { name: "Find your link", href: "/me" },
    },
    {
      name: "Put places on the map",
      text: "If you own a restaurant or a shop, or look after a masjid, add it. It is free.",
      link: { name: "Add your place", href: "/partner/auth" },
    },
  ],
} as const;
