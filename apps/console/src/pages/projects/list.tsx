import type { Project } from '@signet/contracts'
import { Boxes, Plus } from 'lucide-react'
import { useOperation } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
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
import { addressOf } from './address.ts'
import { ProjectBadges } from './status.tsx'
import { TeamNameOfRow } from './team-name.tsx'

const columns: readonly Column<Project>[] = [
  {
    id: 'name',
    header: t.nav.project,
    sort: 'name',
    cell: (project) => (
      <NameCell mark={<LetterMark name={project.name} />} badges={<ProjectBadges project={project} />}>
        <RowLink {...paths.project(project.id)}>{project.name}</RowLink>
      </NameCell>
    ),
  },
  textColumn('address', t.projects.address, addressOf, { className: '@lg:@max-2xl:hidden' }),
  textColumn('team', t.projects.team, ({ teamId }) => <TeamNameOfRow teamId={teamId} />, {
    className: '@max-3xl:hidden',
  }),
  textColumn('plan', t.projects.plan, ({ plan }) => plan?.name, { isExtra: true }),
  numberColumn('applications', t.nav.applications, ({ applications }) => applications),
  numberColumn('apis', t.nav.resources, ({ apis }) => apis, { className: 'w-20 @max-lg:hidden' }),
  createdColumn(),
]

export function ProjectsPage() {
  const { can } = useOperation('whoami', {})
  const { query, pager } = useList('project_list', {}, columns)
  const create = can.createProject && (
    <ButtonLink {...paths.projectNew()} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.projects.new}
    </ButtonLink>
  )
  return (
    <ListPage
      list="projects"
      title={t.nav.projects}
      text={t.projects.text}
      actions={create}
      search={{ label: t.projects.search, placeholder: t.projects.searchPlaceholder }}
      query={query}
      rows={query.data?.projects}
      columns={columns}
      pager={pager}
      first={{
        icon: <Boxes size={20} />,
        title: t.projects.first,
        text: t.projects.firstText,
        action: create,
      }}
      noMatch={{ title: t.projects.noMatch, text: t.projects.noMatchText }}
    />
  )
}
