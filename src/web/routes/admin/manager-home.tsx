import { Link } from "@tanstack/react-router";
import { useStaff } from "../../blocks/staff/use-staff.ts";
import { Card } from "../../ui/card.tsx";
import { HOME } from "./content.ts";

/** The home of somebody who keeps partners and sees nothing of the lists. */
export function ManagerHome() {
  const { username } = useStaff();
  return (
    <Card className="home">
      <h2>{HOME.hello(username)}</h2>
      <p>{HOME.text}</p>
      <h3>{HOME.can}</h3>
      <ul>
        {HOME.list.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="soft">{HOME.cannot}</p>
      <Link className="button button-small" data-look="quiet" to="/admin/security">
        {HOME.security}
      </Link>
    </Card>
  );
}
