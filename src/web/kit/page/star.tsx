interface StarProps {
  readonly className?: string;
}

const OUTLINE =
  "M32 2L40.79 10.79L53.21 10.79L53.21 23.21L62 32L53.21 40.79L53.21 53.21L40.79 53.21L32 62L23.21 53.21" +
  "L10.79 53.21L10.79 40.79L2 32L10.79 23.21L10.79 10.79L23.21 10.79Z";
const STRAP =
  "M32 13L36.1 22.1L45.4 18.6L41.9 27.9L51 32L41.9 36.1L45.4 45.4L36.1 41.9L32 51L27.9 41.9L18.6 45.4" +
  "L22.1 36.1L13 32L22.1 27.9L18.6 18.6L27.9 22.1Z";

/** The eight-pointed girih star, inline so that it follows the color scheme; always decorative. */
export function Star({ className = "star" }: StarProps) {
  return (
    <svg className={className} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <path className="star-field" d={OUTLINE} />
      <path className="star-strap" d={STRAP} />
      <circle className="star-eye" cx="32" cy="32" r="5.5" />
    </svg>
  );
}
