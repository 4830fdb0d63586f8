import { expect, test } from "bun:test";
import { deviceName, plainDeviceName } from "./accounts.ts";

const CASES: readonly (readonly [string | null, string])[] = [
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["curl/8.9.1", "curl"],
  ["", "Unknown device"],
  [null, "Unknown device"],
];

for (const [userAgent, name] of CASES) {
  test(`a session is listed as ${name}: ${userAgent?.slice(0, 40) ?? "no user agent"}`, () => {
    expect(deviceName(userAgent)).toBe(name);
  });
}

test("a device's own name is cut to plain words, because strangers choose it", () => {
  const cases = {
    "Amina's laptop": "Amina's laptop",
    "amina-laptop.local": "amina-laptop local",
    "Pay at https://evil.example/x?y=1 <b>now</b>": "Pay at https evil example x y 1 b now b",
    "\u202Eمكتب 2\n\t": "مكتب 2",
    [`${"long ".repeat(20)}`]: "long long long long long long long long",
    "://": "",
  };
  for (const [given, shown] of Object.entries(cases)) expect(plainDeviceName(given)).toBe(shown);
});
