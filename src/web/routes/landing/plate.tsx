import type { ReactNode } from "react";
import type { Caption } from "../../../copy/en/landing.ts";

interface PlateProps {
  readonly className?: string;
  readonly caption: Caption;
  /** A picture, or what the page of the atlas shows in its place. */
  readonly children: ReactNode;
}

/** A sheet of the atlas: a margin, the picture, and its number and title below. */
export function Plate({ className = "", caption, children }: PlateProps) {
  return (
    <figure className={`plate ${className}`}>
      {children}
      <PlateCaption {...caption} />
    </figure>
  );
}

export const PlateCaption = ({ plate, text }: Caption) => (
  <figcaption className="plate-caption">
    <b>{plate}</b> {text}
  </figcaption>
);

interface PictureProps {
  readonly src: string;
  readonly alt: string;
}

export const Picture = ({ src, alt }: PictureProps) => (
  <img src={src} alt={alt} width="560" height="440" loading="lazy" decoding="async" />
);
