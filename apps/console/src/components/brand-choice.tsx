import { FolderSync, Link2, type LucideIcon, ShieldCheck } from 'lucide-react'
import { Radio, RadioGroup } from 'react-aria-components'
import type { Option } from '../ui/select.tsx'
import { BrandMark, LetterMark } from './object-mark.tsx'

export interface BrandOption<V extends string> extends Option<V> {
  /** Heading of the options with the same one. */
  readonly group?: string
  readonly text?: string | undefined
}

interface BrandChoiceProps<V extends string> {
  readonly label: string
  /** The value is the id of the brand. */
  readonly options: readonly BrandOption<V>[]
  /** Null without a choice. */
  readonly value: V | null
  readonly onChange: (value: V) => void
}

/** The first step of a set-up: kinds with their logos, of which the arrow keys choose one. */
export const BrandChoice = <V extends string>({ label, options, value, onChange }: BrandChoiceProps<V>) => (
  <RadioGroup
    aria-label={label}
    value={value}
    onChange={(chosen) => {
      const option = options.find((each) => each.value === chosen)
      if (option) onChange(option.value)
    }}
    className="grid gap-5"
  >
    {groupsOf(options).map(({ group, members }) => (
      <div key={group ?? ''} className="grid gap-2">
        {group && <h2 className="text-sm font-medium text-quiet">{group}</h2>}
        <div className="grid auto-rows-fr gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {members.map((option) => (
            <BrandTile key={option.value} {...option} />
          ))}
        </div>
      </div>
    ))}
  </RadioGroup>
)

const BrandTile = <V extends string>({ value, label, text }: BrandOption<V>) => (
  <Radio
    value={value}
    className="flex items-center gap-3 rounded-lg bg-surface p-3 ring-1 ring-inset ring-line transition-colors hover:bg-hover data-selected:bg-accent-ground data-selected:ring-accent"
  >
    <BrandMark brand={value} name={label} size="choice" fallback={<Glyph kind={value} name={label} />} />
    <span className="grid min-w-0">
      <span className="font-medium">{label}</span>
      {text && <span className="text-sm text-quiet">{text}</span>}
    </span>
  </Radio>
)

/** Icons of protocols. A company whose logo has no examined rights has its initials, as in lists. */
const protocolIcons: Readonly<Record<string, LucideIcon>> = {
  oidc: Link2,
  saml: ShieldCheck,
  generic: FolderSync,
}

function Glyph({ kind, name }: { kind: string; name: string }) {
  const Icon = protocolIcons[kind]
  if (!Icon) return <LetterMark name={name} size="choice" />
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-md bg-surface text-quiet ring-1 ring-inset ring-line"
    >
      <Icon size={18} />
    </span>
  )
}

const groupsOf = <V extends string>(options: readonly BrandOption<V>[]) =>
  [...new Set(options.map(({ group }) => group))].map((group) => ({
    group,
    members: options.filter((option) => option.group === group),
  }))
