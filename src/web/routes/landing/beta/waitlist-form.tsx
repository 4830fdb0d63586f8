import {
  createContext,
  Fragment,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { JOINED } from "../../../../copy/en/joined.ts";
import { WAITLIST } from "../../../../copy/en/waitlist.ts";
import type { Joined } from "../../../../modules/waitlist/schema.ts";
import { CURRENT_CONSENT, consentText } from "../../../../shared/people/consent-texts.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Checkbox } from "../../../kit/form/checkbox.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Field, Honeypot } from "../../../kit/form/field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { GONE } from "../../../kit/page/offline.tsx";
import { joinedMark } from "../../../kit/site/joined-mark.ts";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { type Card, join, joinRules, readJoin } from "./join.ts";

/** Loaded once there is something to show: most visitors only read. */
const loadPanel = async () => ({ default: (await import("./joined-panel.tsx")).JoinedPanel });
const JoinedPanel = lazy(loadPanel);
const LeftNote = lazy(async () => ({ default: (await import("./joined-panel.tsx")).LeftNote }));

/** The two forms of the page, by the ids of what they are in. */
type Spot = "start" | "waitlist";

interface Waitlist {
  readonly joined: Joined | null;
  readonly change: (joined: Joined | null) => void;
  readonly dismiss: () => Promise<void>;
  readonly leave: () => Promise<void>;
  readonly undoLeave: () => Promise<void>;
  /** Whether the person has just left with the card. */
  readonly hasLeft: boolean;
  /** Called after joining in the form at this spot. */
  readonly remember: (at: Spot, card: Card) => Promise<void>;
  /** Where the person joined, and where the card is. */
  readonly joinedAt: Spot;
  /** Whether the person has joined just now, and the card has not been shown yet. */
  readonly isNew: RefObject<boolean>;
  readonly forms: RefObject<Map<Spot, HTMLFormElement>>;
}

const WaitlistContext = createContext<Waitlist | null>(null);

function useWaitlist(): Waitlist {
  const waitlist = use(WaitlistContext);
  if (!waitlist) throw new Error("No waitlist around this component");
  return waitlist;
}

/** Makes the two forms one: what is typed in one appears in the other, and joining in one is joining in both. */
export function WaitlistProvider({ children }: { readonly children: ReactNode }) {
  const forms = useRef(new Map<Spot, HTMLFormElement>());
  const joined = useJoined();
  // What was typed before the page could listen.
  useEffect(() => {
    for (const form of forms.current.values()) if (hasText(form)) copyToOthers(form, forms.current);
  }, []);
  async function remember(at: Spot, card: Card): Promise<void> {
    for (const form of forms.current.values()) form.reset();
    await joined.remember(at, card);
  }
  return <WaitlistContext value={{ ...joined, remember, forms }}>{children}</WaitlistContext>;
}

const inputsOf = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter((each) => each instanceof HTMLInputElement);

const hasText = (form: HTMLFormElement): boolean =>
  inputsOf(form).some(({ type, value, checked }) => (type === "checkbox" ? checked : value !== ""));

function copyToOthers(from: HTMLFormElement, all: ReadonlyMap<Spot, HTMLFormElement>): void {
  const typed = new Map(inputsOf(from).map((input) => [input.name, input]));
  for (const form of all.values()) {
    if (form === from) continue;
    for (const input of inputsOf(form)) {
      input.value = typed.get(input.name)?.value ?? "";
      input.checked = typed.get(input.name)?.checked ?? false;
    }
  }
}

interface SpotProps {
  readonly at: Spot;
}

/**
 * The form, until the person has joined: then their card, at the spot where they joined, below which someone else can
 * join.
 */
export function WaitlistForm({ at, label }: SpotProps & { readonly label?: string }) {
  const { joined, joinedAt, forms, remember, dismiss, change, leave, undoLeave, hasLeft } = useWaitlist();
  const isDismissed = useRef(false);
  useEffect(() => {
    if (joined === null && isDismissed.current) forms.current.get(at)?.querySelector("input")?.focus();
    isDismissed.current = false;
  }, [joined, at, forms]);
  async function onDismiss(): Promise<void> {
    isDismissed.current = true;
    await dismiss();
  }
  const form = <JoinForm at={at} label={label} onJoined={(card) => remember(at, card)} />;
  if (joined === null)
    return (
      <>
        {hasLeft && joinedAt === at && (
          <Suspense>
            <LeftNote onUndo={undoLeave} />
          </Suspense>
        )}
        {form}
      </>
    );
  if (joinedAt !== at)
    return (
      <p className="waitlist-form-elsewhere">
        {WAITLIST.onList} <a href={`#${joinedAt}`}>{WAITLIST.seeCard}</a>
      </p>
    );
  return (
    <Fragment key={joined.link}>
      <Suspense>
        <JoinedPanel joined={joined} onChange={change} onDismiss={onDismiss} onLeave={leave} />
        <Shown at={at} />
      </Suspense>
      <details className="waitlist-form-another">
        <summary>{JOINED.another}</summary>
        {form}
      </details>
    </Fragment>
  );
}

/** Moves the focus to a new card, beside which it is rendered: the form that had it is gone. */
function Shown({ at }: SpotProps) {
  const { isNew } = useWaitlist();
  useEffect(() => {
    if (!isNew.current) return;
    isNew.current = false;
    const heading = document.getElementById(at)?.querySelector<HTMLElement>(".pass h3");
    heading?.focus({ preventScroll: true });
    heading?.closest(".pass")?.scrollIntoView();
  }, [at, isNew]);
  return null;
}

interface JoinFormProps extends SpotProps {
  readonly label: string | undefined;
  readonly onJoined: (card: Card) => Promise<void>;
}

function JoinForm({ at, label, onJoined }: JoinFormProps) {
  const { forms } = useWaitlist();
  const { fields, sending, limited, onSubmit } = useJoin(onJoined);
  const brand = useBrand();
  function register(form: HTMLFormElement): () => void {
    forms.current.set(at, form);
    return () => void forms.current.delete(at);
  }
  return (
    <form
      ref={register}
      className="waitlist-form"
      data-at={at}
      method="post"
      action="/waitlist"
      aria-label={label}
      data-offline={`${WAITLIST.failedText} ${GONE}`}
      noValidate
      onSubmit={onSubmit}
      onInput={({ currentTarget }) => copyToOthers(currentTarget, forms.current)}
    >
      <Field
        label={WAITLIST.firstName}
        name="firstName"
        autoComplete="given-name"
        required
        error={fields.firstName}
      />
      <EmailField label={WAITLIST.email} name="email" autoComplete="email" required error={fields.email} />
      <Checkbox label={WAITLIST.beta} note={WAITLIST.betaNote} name="isBetaTester" value="true" />
      <Honeypot />
      {limited && <Alert>{limited}</Alert>}
      <Button type="submit" className="button-wide" pending={WAITLIST.sending} disabled={sending}>
        {sending ? WAITLIST.sending : WAITLIST.submit}
      </Button>
      <p className="waitlist-form-consent">{consentText(CURRENT_CONSENT, brand)}</p>
    </form>
  );
}

function useJoin(onJoined: JoinFormProps["onJoined"]) {
  const { name } = useBrand();
  return useSubmit({
    schema: joinRules,
    missing: WAITLIST.missing,
    hints: { email: WAITLIST.emailForm },
    read: readJoin,
    send: async (input) => {
      const { card } = await join.send(input);
      toast({ title: WAITLIST.joined, description: WAITLIST.joinedText(name) });
      void onJoined(card);
    },
    onDone: () => undefined,
    failed: [WAITLIST.failed, WAITLIST.failedText],
  });
}

/** The spot where the person joined; null if this browser remembers nothing. */
function markedSpot(): Spot | null {
  const marked = joinedMark.read();
  return marked === null || marked === "start" ? marked : "waitlist";
}

/**
 * What this browser remembers of joining. The cookie with it cannot be read by scripts, so that a mark says whether to
 * ask: other visitors' pages make no call.
 */
function useJoined() {
  const utils = trpc.useUtils();
  const [spot, setSpot] = useState<Spot | null>(null);
  const isNew = useRef(false);
  const { data } = trpc.public.joined.show.useQuery(undefined, { enabled: spot !== null });
  const dismiss = trpc.public.joined.dismiss.useMutation();
  const leave = trpc.public.joined.leave.useMutation();
  const undoLeave = trpc.public.joined.undoLeave.useMutation();
  const [hasLeft, setHasLeft] = useState(false);
  useEffect(() => setSpot(markedSpot()), []);
  useEffect(() => {
    if (data === null) joinedMark.write(null);
  }, [data]);
  const change = (joined: Joined | null) => utils.public.joined.show.setData(undefined, joined);
  /** After joining, once more or for the first time, and after undoing a leaving. */
  async function remember(at: Spot, card: Card): Promise<void> {
    joinedMark.write(at);
    isNew.current = true;
    const [joined] = await Promise.all([card, loadPanel().catch(() => undefined)]); // the card is there at once
    if (joined) change(joined);
    setSpot(at);
    if (!joined) await utils.public.joined.show.invalidate();
    setHasLeft(false);
  }
  return {
    joined: data ?? null,
    joinedAt: spot ?? "waitlist",
    isNew,
    change,
    remember,
    hasLeft,
    async leave(): Promise<void> {
      await leave.mutateAsync();
      change(null);
      setHasLeft(true);
    },
    async undoLeave(): Promise<void> {
      await undoLeave.mutateAsync();
      await remember(spot ?? "waitlist", Promise.resolve(undefined));
    },
    async dismiss(): Promise<void> {
      await dismiss.mutateAsync();
      change(null);
    },
  } as const;
}
