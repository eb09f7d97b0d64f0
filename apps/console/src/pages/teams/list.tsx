import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useLeave } from '../../components/leave.ts'
import { RowLink } from '../../components/link.tsx'
import { useListPages } from '../../components/list-pages.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Day } from '../../ui/time.tsx'

type TeamRow = Answer<'team_list'>['teams'][number]

const helper = columnHelper<TeamRow>()
const number = 'text-right tabular w-28 max-sm:hidden'
const columns = helper.columns([
  helper.accessor('name', {
    header: t.common.name,
    cell: ({ row: { original } }) => <RowLink {...paths.team(original.id)}>{original.name}</RowLink>,
  }),
  helper.accessor('kind', {
    header: t.teams.kind,
    meta: { className: 'max-md:hidden' },
    cell: ({ getValue }) => <span className="text-quiet">{t.shell.teamKinds[getValue()]}</span>,
  }),
  helper.accessor(({ members }) => members.length, {
    id: 'members',
    header: t.teams.members,
    meta: { className: number },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  helper.accessor(({ owns }) => owns.projects, {
    id: 'projects',
    header: t.teams.projects,
    meta: { className: number },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  helper.accessor('createdAt', {
    header: t.common.created,
    meta: { className: 'max-lg:hidden w-36' },
    cell: ({ getValue }) => (
      <span className="text-quiet">
        <Day at={getValue()} />
      </span>
    ),
  }),
])

export function TeamsPage() {
  const { q = '' } = useSearch({ from: '/shell/teams/' })
  const navigate = useNavigate()
  const { query, pager } = useListPages('team_list', q.trim() ? { q: q.trim() } : {})
  const search = (next: string) => void navigate({ ...paths.teams(next ? { q: next } : {}), replace: true })
  return (
    <Page title={t.teams.title} text={t.teams.text} actions={<NewTeam />}>
      <div className="flex max-w-md">
        <SearchBox label={t.teams.search} placeholder={t.teams.search} value={q} onChange={search} />
      </div>
      <Card flush>
        <QueryTable
          label={t.teams.title}
          query={query}
          rows={query.data?.teams ?? []}
          columns={columns}
          footer={pager}
          empty={<NoMatch title={t.teams.none} onClear={() => search('')} />}
        />
      </Card>
    </Page>
  )
}

function NewTeam() {
  const leave = useLeave()
  return (
    <FormDialog
      label={t.teams.new}
      kind="primary"
      icon={<Plus size={15} aria-hidden />}
      refusal={null}
      title={t.teams.new}
      text={t.teams.newText}
      operation="team_create"
      initial={{ name: '' }}
      toInput={({ name }) => ({ name: name.trim() })}
      check={({ name }) => ({ name: name.trim() ? undefined : t.problems.fillIn })}
      fields={['name']}
      submitLabel={t.common.create}
      done={({ name }) => t.teams.created(name)}
      onDone={({ id }) => leave(paths.team(id))}
    >
      {({ values, set, errorAt }) => (
        <TextField
          label={t.common.name}
          name="name"
          autoFocus
          autoComplete="off"
          value={values.name}
          onChange={(name) => set({ name })}
          error={errorAt('name')}
        />
      )}
    </FormDialog>
  )
}
