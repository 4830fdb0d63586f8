import { Link } from "@tanstack/react-router";
import type { InquiryDetail, PlaceOfInquiry } from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { Button } from "../page/button.tsx";
import { Loaded } from "../page/loaded.tsx";
import { OUR_PLACE } from "./inquiries-content.ts";
import { ProgressConflict } from "./progress-conflict.tsx";
import { useProgress } from "./use-progress.ts";

/** The place of the directory that an inquiry is about, or the likeliest ones to choose from. */
export function PlacePart({ inquiry }: { readonly inquiry: InquiryDetail }) {
  const { id, place, placeId } = inquiry;
  const progress = useProgress(inquiry);
  const likely = trpc.admin.partnerships.places.useQuery({ id }, { enabled: placeId === null });
  const known = place ? [place] : (likely.data ?? []);
  return (
    <section className="inquiry-panel-part">
      <h3>{OUR_PLACE.title}</h3>
      {placeId === null ? (
        <Loaded query={likely} failed={OUR_PLACE.failed} rows={2}>
          {(places) =>
            places.length === 0 ? (
              <p className="soft">{OUR_PLACE.none}</p>
            ) : (
              <Choices
                places={places}
                action={OUR_PLACE.link}
                onChoose={(chosen) => void progress.change({ placeId: chosen })}
              />
            )
          }
        </Loaded>
      ) : (
        <Choices
          places={place ? [place] : []}
          action={OUR_PLACE.unlink}
          onChoose={() => void progress.change({ placeId: null })}
        />
      )}
      <ProgressConflict
        progress={progress}
        nameOf={(of) => known.find((each) => each.id === of)?.name ?? OUR_PLACE.another}
      />
    </section>
  );
}

interface ChoicesProps {
  readonly places: readonly PlaceOfInquiry[];
  readonly action: string;
  readonly onChoose: (id: string) => void;
}

const Choices = ({ places, action, onChoose }: ChoicesProps) => (
  <ul className="inquiry-panel-places">
    {places.map(({ id, name, address, city, state }) => (
      <li key={id}>
        <span>
          <Link to="/admin/places" search={{ place: id }}>
            <bdi>{name}</bdi>
          </Link>
          <span className="table-sub">
            <bdi>{[address, city, state].filter(Boolean).join(", ")}</bdi>
          </span>
        </span>
        <Button
          look="quiet"
          className="button-tiny"
          aria-label={`${action}: ${name}`}
          onClick={() => onChoose(id)}
        >
          {action}
        </Button>
      </li>
    ))}
  </ul>
);
