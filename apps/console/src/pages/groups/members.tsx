import type { Group } from '@signet/contracts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { RowLink } from '../../components/link.tsx'
import { Pager } from '../../components/pager.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { AddMembers } from './add-members.tsx'

type Member = Answer<'project_group_member_list'>['members'][number]

interface MembersProps {
  readonly projectId: string
  readonly group: Group
  readonly refusal: string | null
}

const pageSize = 50
const helper = columnHelper<Member>()
const columnsOf = ({ projectId, group, refusal }: MembersProps) =>
  helper.columns([
    helper.accessor('email', {
      header: t.nav.user,
      cell: ({ row: { original: member } }) => (
        <div className="grid gap-0.5">
          <RowLink {...paths.user(projectId, member.id)}>{member.email}</RowLink>
          {member.userName && <span className="text-sm text-quiet">{member.userName}</span>}
        </div>
      ),
    }),
    helper.display({
      id: 'remove',
      meta: { className: 'w-28 text-right' },
      cell: ({ row: { original: member } }) => (
        <span className="relative z-1">
          <ConfirmButton
            label={t.common.remove}
            size="sm"
            refusal={refusal}
            operation="project_group_member_remove"
            input={{ projectId, groupId: group.id, userId: member.id }}
            title={t.groups.removeTitle(member.email)}
            consequence={t.groups.removeText}
            confirmLabel={t.common.remove}
            done={t.groups.removed(member.email)}
          />
        </span>
      ),
    }),
  ])

export function Members(props: MembersProps) {
  const { projectId, group } = props
  const { q, page = 1 } = useSearch({ from: '/shell/projects/$projectId/groups/$groupId' })
  const navigate = useNavigate()
  const query = useOperationPage('project_group_member_list', {
    projectId,
    groupId: group.id,
    startIndex: (page - 1) * pageSize + 1,
    count: pageSize,
    ...(q ? { q } : {}),
  })
  const show = (next: { q?: string; page?: number }) =>
    void navigate({ ...paths.group(projectId, group.id, next), replace: true })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-56 flex-1 sm:max-w-md">
          <SearchBox
            label={t.groups.searchMembers}
            placeholder={t.users.searchPlaceholder}
            value={q ?? ''}
            onChange={(next) => show(next ? { q: next } : {})}
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
          footer={
            <Pager
              page={page}
              pageSize={pageSize}
              total={query.data?.totalResults ?? 0}
              onPage={(next) => show({ ...(q ? { q } : {}), ...(next > 1 ? { page: next } : {}) })}
            />
          }
        />
      </Card>
    </>
  )
}
