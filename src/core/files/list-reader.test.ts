import { expect, test } from "bun:test";
import { textOf } from "./csv-reader.ts";
import { type ListKind, openList } from "./list-reader.ts";

const isCode = (text: string): boolean => /^\d{5}$/.test(text);
const isMail = (text: string): boolean => /^\S+@\S+$/.test(text);
const KIND: ListKind = {
  fields: [
    { name: "email", names: ["mail"], holds: isMail, typical: isMail },
    { name: "code", names: ["zip", "postcode"], holds: isCode, typical: isCode },
    { name: "joinedAt", names: ["confirmed", "created"], several: true },
    { name: "title", names: [], typical: (text) => /^[a-z ]+$/i.test(text), leftmost: true },
  ],
  required: ["email"],
};

async function read(text: string, map?: Record<string, string | null>) {
  const bytes = [new TextEncoder().encode(text)];
  const list = await openList(textOf(bytes), KIND, () => (map ? { columns: map, values: {} } : null));
  const entries = (await Array.fromAsync(list.entries)).flat();
  return { ...list, entries, taken: list.columns.map(({ field }) => field) };
}

test("a column is taken by a name of others if its values can be of the field, and its own name counts in any case", async () => {
  const { taken } = await read("Mail,Zip,postcode,title\na@b.example,none,48126,x\nb@b.example,none,48127,y");
  expect(taken).toEqual(["email", null, "code", "title"]);
  expect((await read("email,code\nx,y")).taken).toEqual(["email", "code"]);
});

test("a column without a known name is taken by its values if it is the only one", async () => {
  const { columns } = await read("Wer,Wo,Was\na@b.example,48126,Tulip\nb@b.example,48127,Rose");
  expect(columns.map(({ field, by, sample }) => [field, by, sample])).toEqual([
    ["email", "values", "a@b.example"],
    ["code", "values", "48126"],
    ["title", "values", "Tulip"],
  ]);
  expect((await read("Wer,Wo,Was\na@b.example,48126,48126\nb@b.example,48127,48127")).taken).toEqual([
    "email",
    null,
    null,
  ]);
});

test("of several columns of a field the likeliest that has a text counts", async () => {
  const { entries } = await read("email,created,confirmed\na@b.example,1,2\nb@b.example,1,");
  expect(entries.map((entry) => "fields" in entry && entry.fields.joinedAt)).toEqual(["2", "1"]);
});

test("a title above the header is no row, and a list without a header loses none", async () => {
  const titled = await read("People of 2025,,\n\nMail,Zip,Created\na@b.example,48126,1");
  expect([titled.header, titled.entries.length]).toEqual([3, 1]);
  const bare = await read("a@b.example,48126\nb@b.example,48127\nc@b.example,48128");
  expect([bare.header, bare.entries.length, bare.columns.map(({ column }) => column)]).toEqual([
    0,
    3,
    ["Column 1", "Column 2"],
  ]);
  for (const text of ["a@b.example\nb@b.example", " A@b.example ,Created,Zip\nb@b.example,Layla,48127"]) {
    const { header, entries, columns } = await read(text);
    expect([header, entries.length, columns[0]?.column]).toEqual([0, 2, "Column 1"]);
  }
});

test("what a person says of a column counts, and a column that is not taken is not read as the field of its name", async () => {
  const { entries, missing } = await read("email,Other\na@b.example,c@b.example", {
    email: null,
    Other: "email",
  });
  expect([missing, entries]).toEqual([[], [{ at: 2, fields: { email: "c@b.example" } }]]);
  expect((await read("email\na@b.example", { email: null })).missing).toEqual(["email"]);
});
