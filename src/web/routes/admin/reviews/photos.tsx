import { Link } from "@tanstack/react-router";
import { z } from "zod";
import type { reviewedPhoto } from "../../../../modules/ownership/photos/schema.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { TextAreaField } from "../../../kit/form/field.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { Facts } from "../../../kit/text/facts.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useDecisionNotice } from "../../../lib/brand.ts";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { type CaseActions, CaseSection, placeText } from "./case/case.tsx";
import { DecisionFoot, ReviewForm } from "./case/decision.tsx";
import { FileViewer } from "./case/evidence.tsx";
import { CaseFrame, CaseHead } from "./case/frame.tsx";

type Photo = z.output<typeof reviewedPhoto>;

/** A photo that an owner sent of its place. */
export function PhotoCase({ id, ...actions }: CaseActions & { readonly id: string }) {
  const photos = trpc.admin.reviews.photos.list.useQuery({});
  return (
    <Loaded query={photos} failed="The photo could not be loaded" rows={8}>
      {(all) => {
        const photo = all.find((each) => each.id === id);
        if (photo) return <Shown photo={photo} {...actions} />;
        return (
          <EmptyState title="This photo is no longer waiting">It has been shown or declined.</EmptyState>
        );
      }}
    </Loaded>
  );
}

interface ShownProps extends CaseActions {
  readonly photo: Photo;
}

function Shown({ photo, decision, onDecide, onSettled }: ShownProps) {
  const { id, poiId, placeName, sentAt, file, fileId } = photo;
  const close = { id, onCancel: () => onDecide(null), onSettled };
  const isOpen = decision === null || decision === "more";
  return (
    <CaseFrame
      head={
        <CaseHead kind="photo" id={id} name={placeName} title="Photo" sentAt={sentAt}>
          <Link to="/admin/places" search={{ place: poiId }}>
            Open the place
          </Link>
        </CaseHead>
      }
      sent={
        file && (
          <div className="evidence">
            <FileViewer file={{ ...file, id: fileId }} />
          </div>
        )
      }
      facts={isOpen ? <PhotoFacts photo={photo} /> : null}
    >
      {decision === "approved" && <ShowForm {...close} />}
      {decision === "rejected" && <DeclinePhoto {...close} />}
      {isOpen && (
        <DecisionFoot lacking={file ? null : "Its file was deleted."}>
          {file && (
            <Button onClick={() => onDecide("approved")} aria-keyshortcuts="a">
              Show it
            </Button>
          )}
          <Button look="quiet" onClick={() => onDecide("rejected")} aria-keyshortcuts="r">
            Decline
          </Button>
        </DecisionFoot>
      )}
    </CaseFrame>
  );
}

function PhotoFacts({ photo }: Pick<ShownProps, "photo">) {
  const { placeName, alt, city, region, partnerName, replaces } = photo;
  return (
    <CaseSection title="What the owner says it shows">
      <p className="case-text" dir="auto">
        {alt}
      </p>
      <Facts
        facts={[
          ["Place", `${placeName}, ${placeText(city, region)}`],
          ["Owner", partnerName],
          ["Takes the place of", replaces ? "A photo that is shown now" : "No other photo"],
        ]}
      />
    </CaseSection>
  );
}

interface FormProps {
  readonly id: string;
  readonly onCancel: () => void;
  readonly onSettled: () => Promise<void>;
}

function ShowForm({ id, onCancel, onSettled }: FormProps) {
  const decide = trpc.admin.reviews.photos.decide.useMutation();
  const utils = trpc.useUtils();
  const { sending, onSubmit } = useSubmit({
    schema: z.object({}),
    missing: "",
    read: () => ({}),
    send: () => decide.mutateAsync({ id, decision: "approved" }),
    onDone: async () => {
      await onSettled();
      toast({ title: "Photo shown" });
      await utils.admin.reviews.invalidate();
    },
    failed: ["The photo is not shown"],
    onFailed: () => void utils.admin.reviews.photos.invalidate(),
  });
  return (
    <ReviewForm
      title="Show this photo"
      focusOn="button[type=submit]"
      cancel={{ label: "Cancel", onCancel }}
      submit={sending ? "Showing..." : "Show it"}
      sending={sending}
      onSubmit={onSubmit}
    >
      <p className="soft">
        It shows this place, no one who could be recognized, and no words that promise a halal tier.
      </p>
    </ReviewForm>
  );
}

const noted = z.object({ notes: z.string().trim().min(1, "Write what is wrong with it").max(5_000) });

/** Tells the owner by email why a photo is not shown; also one that was shown before. */
function DeclinePhoto({ id, onCancel, onSettled }: FormProps) {
  const decide = trpc.admin.reviews.photos.decide.useMutation();
  const notified = useDecisionNotice();
  const utils = trpc.useUtils();
  const { fields, sending, onSubmit } = useSubmit({
    schema: noted,
    missing: "Write what is wrong with it",
    read: (data) => ({ notes: textOf(data, "notes") }),
    send: ({ notes }) => decide.mutateAsync({ id, decision: "declined", notes }),
    onDone: async () => {
      await onSettled();
      toast({ title: "Photo declined", description: notified("The owner") });
      await utils.admin.reviews.invalidate();
    },
    failed: ["The photo was not declined"],
    onFailed: () => void utils.admin.reviews.photos.invalidate(),
  });
  return (
    <ReviewForm
      title="Decline this photo"
      focusOn="textarea"
      cancel={{ label: "Cancel", onCancel }}
      submit={sending ? "Declining..." : "Decline"}
      sending={sending}
      onSubmit={onSubmit}
    >
      <TextAreaField
        label="What is wrong, for the owner"
        name="notes"
        rows={3}
        required
        error={fields.notes}
      />
    </ReviewForm>
  );
}
