import { paths } from '../../paths.ts'
import type { AuditSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { CopyValue } from '../../ui/copy.tsx'
import { Breakable } from '../breakable.tsx'
import { TextLink } from '../link.tsx'
import { textsOf, textWithoutTarget } from './action-texts.ts'
import type { DetailRow } from './entry-texts.ts'

interface ActionTextProps {
  readonly action: string
  readonly target: string
  /** Omits the target on its own page. */
  readonly isTimeline?: boolean
}

export function ActionText({ action, target, isTimeline = false }: ActionTextProps) {
  const text = isTimeline ? textWithoutTarget(action) : null
  if (text !== null) return text
  const { before, after } = textsOf(action)
  return (
    <>
      <span className="font-normal">{before}</span>
      {after !== null && <span className="font-medium">{target}</span>}
      {after && <span className="font-normal">{after}</span>}
    </>
  )
}

const changed = 'rounded-sm box-decoration-clone px-1 py-0.5'

interface ChangedValueProps extends Pick<DetailRow, 'from' | 'to'> {
  readonly size?: 'text-sm' | 'text-base sm:text-lg'
}

export const ChangedValue = ({ from, to, size = 'text-sm' }: ChangedValueProps) => (
  <span className={`font-mono wrap-break-word ${size}`}>
    {from !== null && (
      <>
        <del className={`${changed} bg-problem-ground no-underline`}>
          <Breakable>{from}</Breakable>
        </del>
        <span className="sr-only">{t.audit.became}</span>
        <span aria-hidden className="px-1.5 text-quiet">
          →
        </span>
      </>
    )}
    <ins className={from === null ? 'no-underline' : `${changed} bg-good-ground no-underline`}>
      <Breakable>{to}</Breakable>
    </ins>
  </span>
)

export function ChangeList({ rows }: { rows: readonly DetailRow[] }) {
  return (
    <dl className="@container grid gap-1.5 rounded-lg bg-sunken p-3 ring-1 ring-inset ring-line">
      {rows.map(({ field, from, to }) => (
        <div key={field} className="grid gap-x-4 @sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-sm text-quiet wrap-break-word">{field}</dt>
          <dd className="min-w-0">
            <ChangedValue from={from} to={to} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface FilteredIdProps {
  readonly value: string
  readonly what: string
  readonly search: AuditSearch
}

export const FilteredId = ({ value, what, search }: FilteredIdProps) => (
  <span className="flex flex-wrap items-center gap-x-3">
    <CopyValue value={value} what={what} />
    <TextLink {...paths.audit({ ...search, page: undefined })}>{t.audit.filter}</TextLink>
  </span>
)
