import { expect, test } from "bun:test";
import { meantProvider, withProvider } from "./email-field.tsx";

test("the provider of a mistyped email address is recognized", () => {
  const typed = {
    "amina@gmial.com": "gmail.com",
    "amina@gmai.com": "gmail.com",
    "amina@gamil.com": "gmail.com",
    "amina@gmail.con": "gmail.com",
    "amina@gmail.co": "gmail.com",
    "amina@gmail": "gmail.com",
    "amina@GNAIL.com": "gmail.com",
    "amina@yaho.com": "yahoo.com",
    "amina@hotmial.com": "hotmail.com",
    "amina@outlok.com": "outlook.com",
    "amina@iclod.com": "icloud.com",
    "amina@hotmail.cs": "hotmail.ca",
  };
  for (const [address, provider] of Object.entries(typed))
    expect([address, meantProvider(address)]).toEqual([address, provider]);
});

test("addresses of real providers and of other hosts are left alone", () => {
  const addresses = [
    "amina@gmail.com",
    "amina@mail.com",
    "amina@email.com",
    "amina@ymail.com",
    "amina@yahoo.co.uk",
    "amina@hotmail.fr",
    "amina@noorgrill.com",
    "amina@example.org",
    "amina@",
    "amina",
    "",
  ];
  for (const address of addresses) expect([address, meantProvider(address)]).toEqual([address, null]);
});

test("the part before the @ stays as it was typed", () => {
  expect(withProvider(" Amina.Q+x@gmial.com ", "gmail.com")).toBe("Amina.Q+x@gmail.com");
});
