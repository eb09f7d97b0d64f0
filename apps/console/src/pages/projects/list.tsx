import type { Project } from '@signet/contracts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Boxes, Plus } from 'lucide-react'
import { useOperation } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { useListPages } from '../../components/list-pages.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Day } from '../../ui/time.tsx'
import { addressOf } from './address.ts'
import { ProjectBadges } from './status.tsx'
import { TeamName } from './team-name.tsx'

const helper = columnHelper<Project>()
const columns = helper.columns([
  helper.accessor('name', {
    header: t.nav.project,
    cell: ({ row: { original: project } }) => (
      <div className="grid gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RowLink {...paths.project(project.id)}>{project.name}</RowLink>
          <ProjectBadges project={project} />
        </span>
        <span className="text-sm text-quiet wrap-anywhere md:hidden">{addressOf(project)}</span>
      </div>
    ),
  }),
  helper.accessor(addressOf, {
    id: 'address',
    header: t.projects.address,
    meta: { className: 'max-md:hidden' },
    cell: ({ getValue }) => <span className="text-sm text-quiet wrap-anywhere">{getValue()}</span>,
  }),
  helper.accessor('teamId', {
    header: t.projects.team,
    meta: { className: 'max-lg:hidden' },
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap text-quiet">
        <TeamName teamId={getValue()} />
      </span>
    ),
  }),
  helper.accessor('applications', {
    header: t.nav.applications,
    meta: { className: 'text-right tabular max-sm:hidden w-28' },
    cell: ({ getValue }) => getValue(),
  }),
  helper.accessor('apis', {
    header: t.nav.resources,
    meta: { className: 'text-right tabular max-sm:hidden w-20' },
    cell: ({ getValue }) => getValue(),
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

export function ProjectsPage() {
  const { q = '' } = useSearch({ from: '/shell/projects/' })
  const navigate = useNavigate()
  const { can } = useOperation('whoami', {})
  const { query, pager } = useListPages('project_list', q.trim() ? { q: q.trim() } : {})
  const projects = query.data?.projects ?? []
  const create = can.createProject && (
    <ButtonLink {...paths.projectNew()} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.projects.new}
    </ButtonLink>
  )
  const search = (next: string) =>
    void navigate({ ...paths.projects(next ? { q: next } : {}), replace: true })
  return (
    <Page title={t.nav.projects} text={t.projects.text} actions={create}>
      {(projects.length > 0 || query.isPending || q !== '') && (
        <div className="flex max-w-md">
          <SearchBox
            label={t.projects.search}
            placeholder={t.projects.searchPlaceholder}
            value={q}
            onChange={search}
          />
        </div>
      )}
      <Card flush>
        <QueryTable
          label={t.nav.projects}
          query={query}
          rows={projects}
          footer={pager}
          columns={columns}
          empty={
            q ? (
              <NoMatch title={t.projects.noMatch} onClear={() => search('')}>
                {t.projects.noMatchText}
              </NoMatch>
            ) : (
              <FirstProject action={create} />
            )
          }
        />
      </Card>
    </Page>
  )
}

const FirstProject = ({ action }: { action: React.ReactNode }) => (
  <EmptyState icon={<Boxes size={20} />} title={t.projects.first} action={action}>
    {t.projects.firstText}
  </EmptyState>
)
