import { expect, test } from "bun:test";
import type { Deps } from "../../../../core/rpc/context.ts";
import { createGazetteer } from "../../../places/gazetteer/gazetteer.ts";
import { subjectTo } from "./mail.ts";

const deps = { state: { gazetteer: createGazetteer() } } as Deps; // what a subject needs
const nameIn = (firstName: string) => subjectTo(deps, "{name}", { firstName, city: null });
const cityIn = (city: string | null) => subjectTo(deps, "{city}", { firstName: "Amina", city });

test("a name is written as it was typed, with a space where mail programs would see a link", () => {
  for (const name of ["Amina", "Sa‘d", "Al\u2011Amin", "زهرا\u200Cسادات", "Syed Omar Ali Raza Khan"])
    expect(nameIn(name)).toBe(name);
  expect(["A.J.", "M.Ali", "St.John"].map(nameIn)).toEqual(["A. J.", "M. Ali", "St. John"]);
});

test("a name that is a link or no name is not written", () => {
  for (const name of ["evil.example", "https://evil.example", "a@b.example", "7", "x".repeat(31)])
    expect([name, nameIn(name)]).toEqual([name, "friend"]);
});

test("a city is written by its own name where it is known, and is no link", () => {
  const texts = {
    "Dearborn, MI": "Dearborn",
    "Washington, D.C.": "Washington",
    "St.Paul": "Saint Paul",
    "Mt.Nowhere": "Mt. Nowhere",
    "Mississauga, ON": "Mississauga",
    "29 Palms": "Twentynine Palms",
    "Nowhere Creek": "Nowhere Creek",
    "evil.example": "your city",
  };
  for (const [typed, written] of Object.entries(texts))
    expect([typed, cityIn(typed)]).toEqual([typed, written]);
  expect(cityIn(null)).toBe("your city");
});
