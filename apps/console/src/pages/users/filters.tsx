import { limits } from '@signet/contracts'
import type { UserListSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { type Option, Select } from '../../ui/select.tsx'

type Filters = Omit<UserListSearch, 'page'>

const any = { value: '', label: t.common.any } as const
const statusOptions: readonly Option<(UserListSearch['status'] & string) | ''>[] = [
  any,
  { value: 'active', label: t.users.statuses.active },
  { value: 'deactivated', label: t.users.statuses.deactivated },
  { value: 'locked', label: t.users.statuses.locked },
]
const verifiedOptions: readonly Option<'yes' | 'no' | ''>[] = [
  any,
  { value: 'yes', label: t.users.verified },
  { value: 'no', label: t.users.unverified },
]
const authenticatorOptions: readonly Option<'yes' | 'no' | ''>[] = [
  any,
  { value: 'yes', label: t.users.enrolled },
  { value: 'no', label: t.common.none },
]

interface UserFiltersProps {
  readonly filters: Filters
  /** Called without a page: another filter starts at the first. */
  readonly onChange: (filters: Filters) => void
}

export function UserFilters({ filters, onChange }: UserFiltersProps) {
  /** What is empty leaves the address. */
  const filter = (change: { [K in keyof Filters]?: string }) => {
    const given = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== '')
    onChange(Object.fromEntries(given))
  }
  return (
    <search className="flex flex-wrap gap-2">
      <div className="flex min-w-56 flex-1">
        <SearchBox
          label={t.users.search}
          placeholder={t.users.searchPlaceholder}
          maxLength={limits.userPage.queryCharacters}
          value={filters.q ?? ''}
          onChange={(q) => filter({ q })}
        />
      </div>
      <Select
        label={t.users.status}
        compact
        options={statusOptions}
        value={filters.status ?? ''}
        onChange={(status) => filter({ status })}
      />
      <Select
        label={t.users.address}
        compact
        options={verifiedOptions}
        value={filters.verified ?? ''}
        onChange={(verified) => filter({ verified })}
      />
      <Select
        label={t.users.secondFactor}
        compact
        options={authenticatorOptions}
        value={filters.authenticator ?? ''}
        onChange={(authenticator) => filter({ authenticator })}
      />
    </search>
  )
}
