import { useState } from 'react'
import { useOperationPage } from '../../api/operation.ts'
import { t } from '../../texts/index.ts'
import { RadioCards } from '../../ui/choice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { nameOfAccount } from '../users/account-name.ts'

export interface ChosenUser {
  readonly id: string
  /** Name and address. */
  readonly name: string
}

interface UserChoiceProps {
  readonly projectId: string
  readonly label: string
  readonly searchLabel: string
  readonly onChoose: (user: ChosenUser) => void
}

const most = 6

/** Returns the first users with a text; undefined until they are read. */
export function useUserChoices(projectId: string, text: string) {
  const { data } = useOperationPage('project_user_list', {
    projectId,
    count: most,
    ...(text ? { text } : {}),
  })
  return data?.users.map(({ id, name, ...account }) => {
    const address = nameOfAccount(account)
    const title = name ?? address
    return { id, title, text: name ? address : '', name: name ? `${title}, ${address}` : title }
  })
}

export function UserChoice({ projectId, label, searchLabel, onChoose }: UserChoiceProps) {
  const [text, setText] = useState('')
  const users = useUserChoices(projectId, text)
  return (
    <>
      <div className="flex">
        <SearchBox label={searchLabel} placeholder={searchLabel} value={text} onChange={setText} />
      </div>
      {users && users.length > 0 && (
        <RadioCards
          label={label}
          cards={users.map(({ id, title, text }) => ({ value: id, title, text }))}
          value=""
          onChange={(chosen) => {
            const user = users.find(({ id }) => id === chosen)
            if (user) onChoose(user)
          }}
        />
      )}
      {users?.length === 0 && <p className="text-quiet">{t.users.noMatch}</p>}
    </>
  )
}
