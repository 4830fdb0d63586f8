import { type SyntheticEvent, useState } from "react";
import { VIEWER } from "./content.ts";

interface PictureProps {
  readonly src: string;
  readonly name: string;
  /** Clockwise, in degrees. */
  readonly rotation: number;
}

/** A picture as wide as its frame, also if it lies on its side. */
export function Picture({ src, name, rotation }: PictureProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="soft">{VIEWER.imageFailed}</p>;
  function measure({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void {
    const shape = image.naturalWidth / Math.max(image.naturalHeight, 1);
    image.parentElement?.style.setProperty("--shape", String(shape));
  }
  return (
    <div className="viewer-picture" data-rotation={rotation}>
      <img src={src} alt={name} onLoad={measure} onError={() => setFailed(true)} />
    </div>
  );
}
