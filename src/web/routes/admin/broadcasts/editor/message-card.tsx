import { MARKDOWN_MAX } from "../../../../../modules/waitlist/broadcasts/schema.ts";
import { LIMITS } from "../../../../../shared/fields.ts";
import { Field, TextAreaField } from "../../../../ui/field/field.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { MESSAGE } from "../content.ts";
import type { EditorState } from "./use-editor.ts";

export const MessageCard = ({ values, change, errors }: EditorState) => (
  <ListCard title={MESSAGE.title}>
    <div className="broadcast-fields">
      <Field
        label={MESSAGE.subject}
        name="subject"
        required
        maxLength={LIMITS.text}
        value={values.subject}
        error={errors.subject}
        onChange={({ currentTarget: { value } }) => change({ subject: value })}
      />
      <TextAreaField
        label={MESSAGE.markdown}
        name="markdown"
        required
        rows={14}
        maxLength={MARKDOWN_MAX}
        value={values.markdown}
        error={errors.markdown}
        onChange={({ currentTarget: { value } }) => change({ markdown: value })}
      />
      <details className="broadcast-help">
        <summary>{MESSAGE.help}</summary>
        <dl>
          {MESSAGE.placeholders.map(([code, meaning]) => (
            <div key={code}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  </ListCard>
);
