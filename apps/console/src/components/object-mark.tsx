import { brandMarks } from '@signet/contracts'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '../ui/badge.tsx'
import { cx } from '../ui/cx.ts'

/** Uses the first and the last word that begin with a letter, or the part of an address before the @. */
export function initialsOf(name: string): string {
  const all = (name.includes(' ') ? name : (name.split('@')[0] ?? '')).split(/[\s._-]+/).filter(Boolean)
  const named = all.filter((word) => /^\p{L}/u.test(word))
  const words = named.length > 0 ? named : all
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

interface Sized {
  /** `row` for a table, `menu` for a button of the side bar, `choice` for a card, `title` for the heading of a page. */
  readonly size?: 'row' | 'menu' | 'choice' | 'title'
}

const sizes = {
  row: { box: 'size-5 rounded-sm text-[0.5625rem]', icon: 13 },
  menu: { box: 'size-6 rounded-md text-xs', icon: 15 },
  choice: { box: 'size-8 rounded-md text-sm', icon: 18 },
  title: { box: 'size-11 rounded-lg text-base', icon: 22 },
} as const

const boxStyle = 'inline-grid shrink-0 place-items-center font-semibold select-none'

/** Returns a hue that depends only on the name. */
const hueOf = (name: string): number =>
  [...name].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 360, 7)

const colorsOf = (name: string) => ({
  backgroundColor: `light-dark(oklch(0.93 0.045 ${hueOf(name)}), oklch(0.38 0.09 ${hueOf(name)}))`,
  color: `light-dark(oklch(0.42 0.12 ${hueOf(name)}), oklch(0.95 0.04 ${hueOf(name)}))`,
})

/** The initials of a user, or of an object without a logo. */
export const LetterMark = ({
  name,
  size = 'row',
  isRound = false,
}: Sized & { name: string; isRound?: boolean }) => (
  <span
    aria-hidden
    className={cx(boxStyle, sizes[size].box, isRound && '!rounded-full')}
    style={colorsOf(name)}
  >
    {size === 'row' ? [...initialsOf(name)].slice(0, 2).join('') : initialsOf(name)}
  </span>
)

/** The icon of a kind of objects. */
export const IconMark = ({ icon: Icon, size = 'row' }: Sized & { icon: LucideIcon }) => (
  <span
    aria-hidden
    className={cx(boxStyle, sizes[size].box, size === 'row' ? 'text-quiet' : 'bg-accent-ground text-accent')}
  >
    <Icon size={size === 'row' ? 15 : sizes[size].icon} />
  </span>
)

interface BrandMarkProps extends Sized {
  /** Id in the catalogue of providers. */
  readonly brand: string | undefined
  readonly name: string
  /** Replaces the initials of a brand without a logo. */
  readonly fallback?: ReactNode
}

const logos = new Map(Object.entries(brandMarks))
/** Kinds whose logo is that of their company. */
const companies: Readonly<Record<string, string>> = { entra: 'microsoft' }

/** The logo of a provider, or its initials. */
export function BrandMark({ brand = '', name, size = 'row', fallback }: BrandMarkProps) {
  const logo = logos.get(companies[brand] ?? brand)
  if (!logo) return fallback ?? <LetterMark name={name} size={size} />
  return (
    <span aria-hidden className={cx(boxStyle, sizes[size].box, 'bg-surface ring-1 ring-inset ring-line')}>
      <svg aria-hidden viewBox={logo.viewBox} width={sizes[size].icon} height={sizes[size].icon}>
        {logo.paths.map((path) => (
          <path key={path.fill} {...path} />
        ))}
      </svg>
    </span>
  )
}

const dots: Record<Tone, string> = {
  neutral: 'bg-edge',
  good: 'bg-good',
  caution: 'bg-caution',
  problem: 'bg-problem',
  accent: 'bg-accent',
}

/** The state of an object. Badges are for its properties. */
export const Status = ({ tone = 'good', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="inline-flex max-w-full items-center gap-2 align-bottom whitespace-nowrap">
    <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
    <span className="min-w-0 truncate">{children}</span>
  </span>
)
