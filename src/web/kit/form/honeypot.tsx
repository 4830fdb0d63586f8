/** A field that people can neither see nor reach: whatever fills it in is a bot. */
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
