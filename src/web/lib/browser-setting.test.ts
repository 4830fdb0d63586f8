import { afterEach, expect, test } from "bun:test";
import { browserSetting, forgetSettings } from "./browser-setting.ts";

const before = Object.getOwnPropertyDescriptor(globalThis, "window");
afterEach(() => {
  if (before) Object.defineProperty(globalThis, "window", before);
  else Reflect.deleteProperty(globalThis, "window");
});
const setWindow = (value: object) =>
  Object.defineProperty(globalThis, "window", { value, configurable: true });

test("a browser that keeps nothing has no setting, and takes a new one without a failure", () => {
  const denied = {
    get localStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  };
  setWindow(denied);
  const setting = browserSetting("keys");
  expect(setting.read()).toBeNull();
  setting.write("off");
  setting.write(null);
  forgetSettings("keys", "localStorage");
  expect(setting.read()).toBeNull();
});

test("a full storage keeps what it has", () => {
  const full = {
    getItem: () => "on",
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  setWindow({ localStorage: full });
  const setting = browserSetting("keys");
  setting.write("off");
  expect(setting.read()).toBe("on");
});
