import { useNavigate, useSearch } from "@tanstack/react-router";
import { personInput } from "../../../../modules/people/schema.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { PersonView } from "./person.tsx";

export function PeoplePage() {
  return (
    <StaffFrame title="Personal data">
      <People />
    </StaffFrame>
  );
}

function People() {
  const { email } = useSearch({ strict: false });
  return (
    <div className="stack">
      <Search key={email} email={email} />
      {email !== undefined && <Found email={email} />}
    </div>
  );
}

function Found({ email }: { readonly email: string }) {
  const person = trpc.admin.people.show.useQuery({ email }, { staleTime: 0 });
  return (
    <Loaded query={person} failed="What is kept could not be loaded">
      {(data) => <PersonView person={data} />}
    </Loaded>
  );
}

function Search({ email }: { readonly email: string | undefined }) {
  const navigate = useNavigate();
  const { fields, onSubmit } = useSubmit({
    schema: personInput,
    missing: "Please enter an email address",
    read: (form) => ({ email: textOf(form, "email") }),
    send: (typed) => navigate({ to: "/admin/people", search: typed }),
    onDone: () => undefined,
  });
  return (
    <Card>
      <form className="people-search" aria-label="Find a person" noValidate onSubmit={onSubmit}>
        <p className="soft">
          Shows everything that is kept about an email address: for someone who asks what you know about them,
          or who wants to be erased.
        </p>
        <EmailField
          name="email"
          label="Email address"
          defaultValue={email}
          required
          error={fields.email}
          autoComplete="off"
        />
        <Button type="submit">Show what is kept</Button>
      </form>
    </Card>
  );
}
