import { TRPCClientError } from "@trpc/client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { z } from "zod";
import { REQUEST } from "../../../copy/en/partner-places.ts";
import { duplicatesInput, submitInput } from "../../../modules/ownership/requests/schema.ts";
import { formatDueDay } from "../../../shared/format.ts";
import { CATEGORIES } from "../../../shared/places/places.ts";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";

/** What was already typed into the search. */
export interface InitialValues {
  readonly name: string;
  readonly city: string;
  readonly address?: string;
  readonly phone?: string;
}

/** Possible duplicates of the requested place; `same` if the server confirms one. */
export interface DuplicateMatches {
  readonly same: boolean;
  readonly places: readonly Duplicate[];
}

type Input = z.input<typeof submitInput>;

/** Sends the request; looks once for possible duplicates first. */
export function useRequest(onSent: () => void) {
  const submit = trpc.partner.requests.submit.useMutation();
  const utils = trpc.useUtils();
  const { lookFor, detailed } = useDuplicates();
  const [found, setFound] = useState<DuplicateMatches | null>(null);
  const similar = useSimilar(lookFor);
  const anyway = useRef(false);
  const sent = useRef<Awaited<ReturnType<typeof submit.mutateAsync>>>(null);

  async function send(input: Input): Promise<void> {
    sent.current = null;
    const places = anyway.current ? [] : await lookFor(input);
    if (places.length > 0) return setFound({ same: false, places });
    sent.current = await submit.mutateAsync(input).catch(async (error: unknown) => {
      const place = placeIn(error);
      if (place) setFound({ same: true, places: await detailed([place]) });
      throw error;
    });
  }

  const form = useSubmit({
    schema: submitInput,
    missing: REQUEST.missing,
    read: readRequest,
    send,
    onDone: () => {
      if (!sent.current) return; // possible duplicates are shown, nothing was sent
      const { name, dueBy } = sent.current;
      toast({ title: REQUEST.sent, description: REQUEST.sentText(name, formatDueDay(dueBy)) });
      void utils.partner.requests.list.invalidate();
      onSent();
    },
    failed: [REQUEST.failed, REQUEST.tryAgain],
  });

  return {
    ...form,
    found,
    /** What looks alike already while the address is typed. */
    similar: similar.places,
    /** The result belongs to the previous input. */
    onChange: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      anyway.current = false;
      setFound(null);
      similar.lookLater(new FormData(currentTarget));
    },
    /** The next attempt skips the search for duplicates. */
    sendAnyway: () => {
      anyway.current = true;
    },
  } as const;
}

const TYPING_ENDS = 600; // milliseconds without a key

/** Looks for listed places once name and address are typed, and typing pauses. */
function useSimilar(lookFor: (input: z.input<typeof duplicatesInput>) => Promise<readonly Duplicate[]>) {
  const [places, setPlaces] = useState<readonly Duplicate[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef("");
  useEffect(() => () => clearTimeout(timer.current), []);
  function lookLater(form: FormData): void {
    const { data } = duplicatesInput.safeParse(readRequest(form));
    const key = JSON.stringify(data ?? null);
    if (key === asked.current) return;
    asked.current = key;
    clearTimeout(timer.current);
    setPlaces([]);
    if (!data) return;
    timer.current = setTimeout(async () => {
      const found = await lookFor(data);
      if (asked.current === key) setPlaces(found);
    }, TYPING_ENDS);
  }
  return { places, lookLater } as const;
}

const refusal = z.object({ place: z.object({ id: z.string(), name: z.string(), address: z.string() }) });

/** The place that a 409 names. */
function placeIn(error: unknown) {
  if (!(error instanceof TRPCClientError)) return null;
  return refusal.safeParse(error.data).data?.place ?? null;
}

/** Every field of the form is text, so none is a file. */
function readRequest(form: FormData): Input {
  const text = (name: string) => textOf(form, name);
  const chosen = text("category");
  return {
    name: text("name"),
    // The empty choice is in no list; the schema refuses it with its own message.
    category: CATEGORIES.find((each) => each === chosen) as Input["category"],
    address: text("address"),
    city: text("city"),
    state: text("state"),
    zipCode: text("zipCode"),
    phone: text("phone"),
    website: text("website"),
    subcategory: text("subcategory"),
    halalCertificate: text("halalCertificate"),
  };
}

const MAX_SHOWN = 3; // more would hide the form

/** A listed place; `owner` is null if it could not be loaded. */
export interface Duplicate {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly owner: "nobody" | "oneself" | "another" | null;
}

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly city?: string;
  readonly state?: string;
}

/** Finds possible duplicates of the requested place. A failed search does not block the request: staff check too. */
function useDuplicates() {
  const utils = trpc.useUtils();

  async function withOwner({ id, name, ...where }: Listed): Promise<Duplicate> {
    const address = [where.address, where.city, where.state].filter(Boolean).join(", ");
    const place = await utils.partner.pois.get.fetch({ id }, { staleTime: 0 }).catch(() => null);
    if (!place) return { id, name, address, owner: null };
    const owner = place.isOwned ? "oneself" : place.ownerId === null ? "nobody" : "another";
    return { id, name, address, owner };
  }

  const detailed = (listed: readonly Listed[]) => Promise.all(listed.slice(0, MAX_SHOWN).map(withOwner));

  async function lookFor({ name, address, city, state, phone, website }: z.input<typeof duplicatesInput>) {
    const asked = { name, address, city, state, phone, website };
    return detailed(await utils.partner.requests.duplicates.fetch(asked, { staleTime: 0 }).catch(() => []));
  }

  return { lookFor, detailed } as const;
}
