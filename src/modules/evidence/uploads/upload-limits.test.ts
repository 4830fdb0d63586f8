import { expect, test } from "bun:test";
import { createUploadLimits, type UploadLimits } from "./upload-limits.ts";

const TOO_MANY = "Too many uploads at once. Please try again in a moment.";

/** Begins uploads of new partners at this address until one is refused; returns what ends them. */
function takeAll(limits: UploadLimits, address: string | null): readonly (() => void)[] {
  const ends: (() => void)[] = [];
  for (;;) {
    try {
      ends.push(limits.begin(`${address} ${ends.length}`, address));
    } catch (error) {
      expect(error).toMatchObject({ status: 503, message: TOO_MANY });
      return ends;
    }
  }
}

test("one client address gets 24 upload slots", () => {
  expect(takeAll(createUploadLimits(), "192.0.2.1")).toHaveLength(24);
  expect(takeAll(createUploadLimits(), null)).toHaveLength(24);
});

test("three addresses with many accounts leave upload slots for others", () => {
  const limits = createUploadLimits();
  for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.1"]) takeAll(limits, address);
  for (let other = 1; other <= 16; other++) expect(takeAll(limits, `198.51.100.${other}`)).toHaveLength(1);
});

test("there are 64 upload slots, and one that is returned can be used again", () => {
  const limits = createUploadLimits();
  const taken = Array.from({ length: 64 }, (_, index) => takeAll(limits, `192.0.2.${index}`)).flat();
  expect(taken).toHaveLength(64);
  expect(takeAll(limits, "198.51.100.1")).toHaveLength(0);
  taken[0]?.();
  expect(takeAll(limits, "198.51.100.1")).toHaveLength(1);
});

test("a partner has two upload slots, whatever address the uploads come from", () => {
  const limits = createUploadLimits();
  const end = limits.begin("partner", "192.0.2.1");
  limits.begin("partner", "192.0.2.2");
  expect(() => limits.begin("partner", "192.0.2.3")).toThrow(TOO_MANY);
  end();
  expect(() => limits.begin("partner", "192.0.2.3")).not.toThrow();
});

test("visitors of one network have two slots for photos, whatever their addresses, and those of a /48 four", () => {
  const limits = createUploadLimits();
  for (const network of ["192.0.2", "198.51.100"]) {
    const [end] = [1, 2].map((n) => limits.beginVisitor(`${network}.${n}`));
    expect(() => limits.beginVisitor(`${network}.3`)).toThrow(TOO_MANY);
    end?.();
    expect(() => limits.beginVisitor(`${network}.3`)).not.toThrow();
  }
  for (const group of ["100", "1ff", "200", "201"]) limits.beginVisitor(`2001:db8:1:${group}::/64`);
  expect(() => limits.beginVisitor("2001:db8:1:300::/64")).toThrow(TOO_MANY);
  expect(() => limits.beginVisitor("2001:db8:2:1aa::/64")).not.toThrow();
  expect(() => limits.beginVisitor("2001:db8:2:1ab::/64")).not.toThrow();
  expect(() => limits.beginVisitor("2001:db8:2:1ac::/64")).toThrow(TOO_MANY);
});

test("a photo that waits for the file store holds up no file of a partner, and files of one kind follow each other", async () => {
  const { withBuffer } = createUploadLimits();
  const stored = Promise.withResolvers<void>();
  const order: string[] = [];
  const photo = withBuffer("visitors", async (buffer) => {
    buffer.fill(1);
    await stored.promise;
    order.push(`photo ${buffer[0]}`);
  });
  const next = withBuffer("visitors", async () => void order.push("next photo"));
  await withBuffer("partners", async (buffer) => {
    buffer.fill(2);
    order.push("file");
  });
  stored.resolve();
  await Promise.all([photo, next]);
  expect(order).toEqual(["file", "photo 1", "next photo"]);
});
