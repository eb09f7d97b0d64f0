import type { Group } from '@signet/contracts'
import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { Permitted } from '../../components/permitted.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { toast } from '../../ui/toast.ts'
import { nameOfAccount } from '../users/account-name.ts'

interface AddMembersProps {
  readonly projectId: string
  readonly group: Group
  readonly refusal: string | null
}

export function AddMembers(props: AddMembersProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Permitted kind="primary" refusal={props.refusal} onPress={() => setOpen(true)}>
        {t.groups.addMember}
      </Permitted>
      {isOpen && <Chooser {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Chooser({ projectId, group, onClose }: AddMembersProps & { onClose: () => void }) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { data } = useOperationPage('project_user_list', { projectId, count: 20, ...(q ? { text: q } : {}) })
  const mutation = useOperationMutation('project_group_member_add')
  const choose = (id: string, isChosen: boolean): void =>
    setChosen((now) => new Set(isChosen ? [...now, id] : [...now].filter((each) => each !== id)))
  const add = () =>
    mutation.mutate(
      { projectId, groupId: group.id, userIds: [...chosen] },
      {
        onSuccess: ({ added }) => {
          toast(t.groups.added(added))
          onClose()
        },
      },
    )
  return (
    <Dialog
      isOpen
      title={t.groups.addMember}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" isDisabled={chosen.size === 0} isPending={mutation.isPending} onPress={add}>
            {t.groups.addCount(chosen.size)}
          </Button>
        </>
      }
    >
      <p className="text-quiet">{t.groups.addMemberText}</p>
      <SearchBox
        label={t.groups.searchPeople}
        placeholder={t.users.searchPlaceholder}
        value={q}
        onChange={setQ}
      />
      <ul className="grid max-h-80 gap-0.5 overflow-y-auto">
        {data?.users.map(({ id, email, name, username }) => (
          <li key={id}>
            <Checkbox
              label={name ?? nameOfAccount({ email, username })}
              hint={name ? nameOfAccount({ email, username }) : username}
              isSelected={chosen.has(id)}
              onChange={(isChosen) => choose(id, isChosen)}
            />
          </li>
        ))}
        {data?.users.length === 0 && <li className="py-3 text-quiet">{t.users.noMatch}</li>}
      </ul>
      <ProblemNotice problem={mutation.error ? problemOf(mutation.error) : null} />
    </Dialog>
  )
}
