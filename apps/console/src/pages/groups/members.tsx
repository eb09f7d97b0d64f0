import type { Group } from '@signet/contracts'
import { useSearch } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ChangeButton, undoBy } from '../../components/change-button.tsx'
import { useListAddress } from '../../components/list/address.ts'
import { AddressPager } from '../../components/list/address-pager.tsx'
import type { Column } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ListedStatus } from '../users/status.tsx'
import { UserCell } from '../users/user-cell.tsx'
import { AddMembers } from './add-members.tsx'

type Member = Answer<'project_group_member_list'>['members'][number]

interface MembersProps {
  readonly projectId: string
  readonly group: Group
  readonly refusal: string | null
}

const pageSize = 50
const columnsOf = ({ projectId, group, refusal }: MembersProps): readonly Column<Member>[] => [
  {
    id: 'email',
    header: t.nav.user,
    cell: ({ userName, ...user }) => (
      <UserCell projectId={projectId} user={{ ...user, username: userName }} />
    ),
  },
  {
    id: 'status',
    header: t.users.status,
    className: '@lg:w-40',
    cell: (user) => <ListedStatus {...user} />,
  },
  {
    id: 'remove',
    header: '',
    className: 'w-28 text-right',
    cell: ({ id, email }) => (
      <span className="relative z-1">
        <ChangeButton
          kind="quiet"
          size="sm"
          refusal={refusal}
          operation="project_group_member_remove"
          input={{ projectId, groupId: group.id, userId: id }}
          undo={undoBy('project_group_member_add', { projectId, groupId: group.id, userIds: [id] })}
          done={t.groups.removed(email)}
        >
          {t.common.remove}
        </ChangeButton>
      </span>
    ),
  },
]

export function Members(props: MembersProps) {
  const { projectId, group } = props
  const { q, page = 1 } = useSearch({ from: '/shell/projects/$projectId/groups/$groupId' })
  const { change } = useListAddress()
  const query = useOperationPage('project_group_member_list', {
    projectId,
    groupId: group.id,
    startIndex: (page - 1) * pageSize + 1,
    count: pageSize,
    ...(q ? { q } : {}),
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-56 flex-1 sm:max-w-md">
          <SearchBox
            label={t.groups.searchMembers}
            placeholder={t.users.searchPlaceholder}
            value={q ?? ''}
            onChange={(next) => change({ q: next })}
          />
        </div>
        <AddMembers {...props} />
      </div>
      <Card flush>
        <QueryTable
          label={t.groups.members}
          query={query}
          rows={query.data?.members ?? []}
          columns={columnsOf(props)}
          empty={<p className="p-4 text-quiet">{q ? t.groups.noMemberMatch : t.groups.noMember}</p>}
          footer={<AddressPager pageSize={pageSize} total={query.data?.totalResults ?? 0} />}
        />
      </Card>
    </>
  )
}
