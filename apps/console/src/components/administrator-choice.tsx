import { useState } from 'react'
import { useOperationPage } from '../api/operation.ts'
import { t } from '../texts/index.ts'
import { RadioCards } from '../ui/choice.tsx'
import { SearchBox } from '../ui/search-box.tsx'

interface AdministratorChoiceProps {
  readonly label: string
  readonly searchLabel: string
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error: string | undefined
  readonly without?: ReadonlySet<string>
}

const most = 6

export function AdministratorChoice(props: AdministratorChoiceProps) {
  const { label, searchLabel, value, onChange, error, without } = props
  const [q, setQ] = useState('')
  const found = useOperationPage('admin_list', { count: 20, ...(q ? { q } : {}) }).data?.administrators ?? []
  const choices = found.filter(({ id, active }) => active && !without?.has(id)).slice(0, most)
  return (
    <>
      <div className="flex">
        <SearchBox label={searchLabel} placeholder={searchLabel} value={q} onChange={setQ} />
      </div>
      <RadioCards
        label={label}
        cards={choices.map(({ id, email, superAdministrator }) => ({
          value: id,
          title: email,
          text: superAdministrator ? t.shell.superAdministrator : t.shell.administrator,
        }))}
        value={value}
        onChange={onChange}
        error={error}
      />
    </>
  )
}
