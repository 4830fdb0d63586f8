import { PASSWORD } from "../../../blocks/security/content.ts";
import { PasswordForm } from "../../../blocks/security/password-form.tsx";
import { Card } from "../../../ui/card/card.tsx";

/** Changes the signed-in user's password. */
export const PasswordCard = () => (
  <Card className="password-card">
    <h2>{PASSWORD.title}</h2>
    <p className="soft">{PASSWORD.lead}</p>
    <PasswordForm />
  </Card>
);
