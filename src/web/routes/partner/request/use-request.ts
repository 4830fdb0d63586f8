import { TRPCClientError } from "@trpc/client";
import { useRef, useState } from "react";
import { z } from "zod";
import { submitInput } from "../../../../modules/requests/schema.ts";
import { CATEGORIES } from "../../../../shared/places.ts";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form-text.ts";
import { formatDueDay } from "../../../lib/format-date.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { REQUEST } from "./content.ts";
import { type Duplicate, useDuplicates } from "./use-duplicates.ts";

/** What was typed into the search already. */
export interface InitialValues {
  readonly name: string;
  readonly city: string;
}

/** Places that may be the one that is asked for; `same` where the server says that it is. */
export interface DuplicateMatches {
  readonly same: boolean;
  readonly places: readonly Duplicate[];
}

type Input = z.input<typeof submitInput>;

/** Sends the request; before that it looks once for places that may be the same. */
export function useRequest(onSent: () => void) {
  const submit = trpc.partner.requests.submit.useMutation();
  const utils = trpc.useUtils();
  const { lookFor, detailed } = useDuplicates();
  const [found, setFound] = useState<DuplicateMatches | null>(null);
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
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => {
      if (!sent.current) return; // lookalikes are shown, nothing was sent
      const { name, dueBy } = sent.current;
      toast({ title: REQUEST.sent, description: REQUEST.sentText(name, formatDueDay(dueBy)) });
      void utils.partner.requests.list.invalidate();
      onSent();
    },
    onFailed: (message) =>
      toast({ title: REQUEST.failed, description: message ?? REQUEST.tryAgain, variant: "destructive" }),
  });

  return {
    ...form,
    found,
    /** What was found is about what stood there before. */
    onChange: () => {
      anyway.current = false;
      setFound(null);
    },
    /** The next try does not look for others. */
    sendAnyway: () => {
      anyway.current = true;
    },
  } as const;
}

const refusal = z.object({ place: z.object({ id: z.string(), name: z.string(), address: z.string() }) });

/** The place that a 409 names. */
function placeIn(error: unknown) {
  if (!(error instanceof TRPCClientError)) return null;
  return refusal.safeParse(error.data).data?.place ?? null;
}

/** Every field of the form is a text, so a file cannot be among them. */
function readRequest(form: FormData): Input {
  const text = (name: string) => textOf(form, name);
  const chosen = text("category");
  return {
    name: text("name"),
    // Not one of them: the empty choice, which the schema refuses by name.
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
