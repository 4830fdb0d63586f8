import type { ReactNode } from "react";

interface UserTextProps {
  readonly text: string;
  /** The same text with some of it marked. */
  readonly children?: ReactNode;
}

/** What a person typed: its direction stays its own, and past two lines the rest is in the title. */
export const UserText = ({ text, children = text }: UserTextProps) => (
  <bdi className="user-text" title={text.length > LONG ? text : undefined}>
    {children}
  </bdi>
);

const LONG = 24; // characters; a shorter text is never cut
