/** A field that no person sees or reaches; what fills it in is a machine. */
export function Honeypot() {
  return (
    <div className="off-screen" aria-hidden="true">
      <label>
        Leave this empty
        <input name="hp_note" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
