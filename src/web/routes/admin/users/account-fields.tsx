import type { FieldErrors } from "../../../../shared/errors.ts";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Field, SelectField } from "../../../kit/form/field.tsx";
import { ALL_ROLES, ROLE_NAMES } from "../../../kit/staff/roles.ts";

interface AccountFieldsProps {
  readonly errors: FieldErrors;
  readonly emailRequired?: boolean;
}

/** Who a staff account is for and what it may do. */
export const AccountFields = ({ errors, emailRequired = false }: AccountFieldsProps) => (
  <>
    <Field
      label="Username"
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      required
      error={errors.username}
    />
    <EmailField label="Email" name="email" autoComplete="off" required={emailRequired} error={errors.email} />
    <SelectField label="Role" name="role" defaultValue="admin" error={errors.role}>
      {ALL_ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </SelectField>
  </>
);
