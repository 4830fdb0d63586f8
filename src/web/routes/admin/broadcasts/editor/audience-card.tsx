import { trpc } from "../../../../lib/api.tsx";
import { messageOf } from "../../../../lib/error-message.ts";
import { Field, SelectField } from "../../../../ui/field/field.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { AUDIENCE, BROADCASTS } from "../content.ts";
import { MetroPick } from "./metro-pick.tsx";
import type { EditorState } from "./use-editor.ts";
import { useSettled } from "./use-settled.ts";
import { audienceOf, type TextName, type Values } from "./values.ts";

const number = new Intl.NumberFormat("en-US");

const FLAGS = ["confirmed", "beta", "neverInvited", "referred"] as const satisfies readonly TextName[];
const DAYS = ["joinedAfter", "joinedBefore"] as const satisfies readonly TextName[];

/** Who gets it, and how many people that are now. */
export const AudienceCard = ({ values, change, errors }: EditorState) => (
  <ListCard title={AUDIENCE.title}>
    <div className="broadcast-fields">
      <div className="field-pairs">
        {FLAGS.map((name) => (
          <SelectField
            key={name}
            label={AUDIENCE[name]}
            name={name}
            value={values[name]}
            onChange={({ currentTarget: { value } }) => change({ [name]: value })}
          >
            <option value="">{AUDIENCE.any}</option>
            {Object.entries(AUDIENCE[`${name}Options`]).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        ))}
        {DAYS.map((name) => (
          <Field
            key={name}
            label={AUDIENCE[name]}
            name={name}
            type="date"
            value={values[name]}
            error={errors[name]}
            onChange={({ currentTarget: { value } }) => change({ [name]: value })}
          />
        ))}
      </div>
      <MetroPick ids={values.cityIds} onChange={(cityIds) => change({ cityIds })} />
      <Size values={values} />
      <p className="soft">{AUDIENCE.note}</p>
    </div>
  </ListCard>
);

function Size({ values }: { readonly values: Values }) {
  const audience = useSettled(audienceOf(values));
  const found = trpc.admin.broadcasts.count.useQuery(
    { audience },
    { staleTime: 0, placeholderData: (previous) => previous },
  );
  const text = found.data ? BROADCASTS.people(number.format(found.data.count)) : AUDIENCE.counting;
  return (
    <p className="broadcast-size" role="status" aria-busy={found.isFetching}>
      {found.error ? `${AUDIENCE.countFailed}: ${messageOf(found.error) ?? ""}` : text}
    </p>
  );
}
