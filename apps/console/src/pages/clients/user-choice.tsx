import { useState } from 'react'
import { useOperationPage } from '../../api/operation.ts'
import { t } from '../../texts/index.ts'
import { RadioCards } from '../../ui/choice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { nameOfAccount } from '../users/account-name.ts'

interface UserChoiceProps {
  readonly projectId: string
  readonly label: string
  readonly searchLabel: string
  readonly onChoose: (user: { readonly id: string; readonly name: string }) => void
}

const most = 6

export function UserChoice({ projectId, label, searchLabel, onChoose }: UserChoiceProps) {
  const [text, setText] = useState('')
  const { data } = useOperationPage('project_user_list', {
    projectId,
    count: most,
    ...(text ? { text } : {}),
  })
  const users = (data?.users ?? []).map(({ id, name, ...account }) => {
    const address = nameOfAccount(account)
    return { id, title: name ?? address, text: name ? address : '' }
  })
  return (
    <>
      <div className="flex">
        <SearchBox label={searchLabel} placeholder={searchLabel} value={text} onChange={setText} />
      </div>
      {users.length > 0 && (
        <RadioCards
          label={label}
          cards={users.map(({ id, ...card }) => ({ value: id, ...card }))}
          value=""
          onChange={(chosen) => {
            const user = users.find(({ id }) => id === chosen)
            if (user) onChoose({ id: user.id, name: user.text ? `${user.title}, ${user.text}` : user.title })
          }}
        />
      )}
      {data?.users.length === 0 && <p className="text-quiet">{t.users.noMatch}</p>}
    </>
  )
}
