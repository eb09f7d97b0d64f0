import { limits } from '@signet/contracts'
import type { UserListSearch } from '../../searches.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { type Option, Select } from '../../ui/select.tsx'

type Filters = Omit<UserListSearch, 'page'>

const any = { value: '', label: 'Any' } as const
const statusOptions: readonly Option<(UserListSearch['status'] & string) | ''>[] = [
  any,
  { value: 'active', label: 'Active' },
  { value: 'deactivated', label: 'Deactivated' },
  { value: 'locked', label: 'Locked' },
]
const verifiedOptions: readonly Option<'yes' | 'no' | ''>[] = [
  any,
  { value: 'yes', label: 'Verified' },
  { value: 'no', label: 'Unverified' },
]
const authenticatorOptions: readonly Option<'yes' | 'no' | ''>[] = [
  any,
  { value: 'yes', label: 'Enrolled' },
  { value: 'no', label: 'None' },
]

interface UserFiltersProps {
  readonly filters: Filters
  /** Told without a page: another filter starts at the first. */
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
          label="Search users"
          placeholder="Start of an e-mail address or username"
          maxLength={limits.userPage.queryCharacters}
          value={filters.q ?? ''}
          onChange={(q) => filter({ q })}
        />
      </div>
      <Select
        label="Status"
        compact
        options={statusOptions}
        value={filters.status ?? ''}
        onChange={(status) => filter({ status })}
      />
      <Select
        label="Address"
        compact
        options={verifiedOptions}
        value={filters.verified ?? ''}
        onChange={(verified) => filter({ verified })}
      />
      <Select
        label="Second factor"
        compact
        options={authenticatorOptions}
        value={filters.authenticator ?? ''}
        onChange={(authenticator) => filter({ authenticator })}
      />
    </search>
  )
}
