import { Plus, UsersRound } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { useLeave } from '../../components/leave.ts'
import { RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import {
  type Column,
  createdColumn,
  NameCell,
  numberColumn,
  textColumn,
} from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'

type TeamRow = Answer<'team_list'>['teams'][number]

const columns: readonly Column<TeamRow>[] = [
  {
    id: 'name',
    header: t.common.name,
    sort: 'name',
    cell: ({ id, name }) => (
      <NameCell mark={<LetterMark name={name} />}>
        <RowLink {...paths.team(id)}>{name}</RowLink>
      </NameCell>
    ),
  },
  textColumn('kind', t.teams.kind, ({ kind }) => t.shell.teamKinds[kind], {
    className: '@lg:@max-2xl:hidden',
  }),
  numberColumn('members', t.teams.members, ({ members }) => members.length),
  numberColumn('projects', t.teams.projects, ({ owns }) => owns.projects),
  createdColumn(),
]

export function TeamsPage() {
  const { query, pager } = useList('team_list', {}, columns)
  return (
    <ListPage
      list="teams"
      title={t.teams.title}
      text={t.teams.text}
      actions={<NewTeam />}
      search={{ label: t.teams.search }}
      query={query}
      rows={query.data?.teams}
      columns={columns}
      pager={pager}
      first={{ kind: 'people', icon: <UsersRound size={20} />, title: t.teams.none }}
      noMatch={{ title: t.teams.none }}
    />
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
      {(form) => <FormText form={form} name="name" label={t.common.name} autoFocus autoComplete="off" />}
    </FormDialog>
  )
}
