/** Uses the first and the last word, or the part of an address before the @. */
export function initialsOf(name: string): string {
  const words = (name.includes(' ') ? name : (name.split('@')[0] ?? '')).split(/[\s._-]+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

export const Avatar = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-ground font-semibold text-accent select-none"
  >
    {initialsOf(name)}
  </span>
)
