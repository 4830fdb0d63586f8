import { z } from "zod";
import {
  editedVersion,
  email,
  idInPath,
  linkToken,
  mustBeOneOf,
  requiredText,
} from "../../../shared/fields.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";
import { PERSON_ROLES, type PersonRole } from "../../../shared/people/accounts.ts";
import { newPassword, partnerId } from "../schema.ts";

/** People and open invitations of a business. docs/limits.md */
export const MAX_PEOPLE = 50;
/** Invitations that one address is mailed, by all businesses. */
export const INVITED_A_DAY = 3;

/** Whether a person with one role may invite one with another. */
export const mayInvite = (by: PersonRole, invited: PersonRole): boolean =>
  by === "owner" || invited === "editor";

const role = z.enum(PERSON_ROLES, { error: mustBeOneOf("role", PERSON_ROLES) });
const personName = requiredText("Name").transform(withoutCardNumbers);

export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  /** Whether emails to the business go to this person. */
  leads: z.boolean(),
  lastLoginAt: z.date().nullable(),
  /** The name of who invited the person; null for the first one. */
  invitedBy: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type Person = z.output<typeof person>;

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  invitedBy: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
});
export type Invitation = z.output<typeof invitation>;

export const people = z.object({ people: z.array(person), invitations: z.array(invitation) });

export const inviteInput = z.object({ email: email(), role });
/** With the link to hand over, where no mail can be sent; else null. */
export const invited = invitation.extend({ link: z.string().nullable() });
export const invitationId = z.object({ id: idInPath });

export const linkInput = z.object({ token: linkToken() });
export const shownInvitation = invitation
  .pick({ email: true, role: true })
  .extend({ businessName: z.string() });
export const acceptInput = linkInput.extend({ name: personName, password: newPassword("Password") });

export const personId = z.object({ id: idInPath });
export const roleInput = personId.extend({ role, updatedAt: editedVersion });
export const nameInput = z.object({ name: personName });

export const managedPersonId = partnerId.extend({ person: idInPath });
