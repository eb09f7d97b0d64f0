import type { Project, WhoAmI } from '@signet/contracts'
import { Plus } from 'lucide-react'
import { useOperationPage } from '../../api/operation.ts'
import { AttentionCard } from '../../components/attention.tsx'
import { ButtonLink, TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { addressOf } from '../projects/address.ts'
import { newestProjects } from './newest.ts'

/** Excludes built-in projects, and the initial project while it has no application. */
const isOwn = ({ reserved, addressForm, applications }: Project): boolean =>
  !reserved && (addressForm !== 'root' || applications > 0)

const useNewest = () => useOperationPage('project_list', newestProjects).data

/** Shown before everything else until a first project exists. */
export function FirstProject({ can }: Pick<WhoAmI, 'can'>) {
  const own = useNewest()?.projects.filter(isOwn)
  if (!own || own.length > 0 || !can.createProject) return null
  return (
    <AttentionCard
      tone="accent"
      kind={t.home.begin}
      title={t.projects.first}
      action={
        <ButtonLink {...paths.projectNew()} kind="primary" icon={<Plus size={15} aria-hidden />}>
          {t.projects.new}
        </ButtonLink>
      }
    >
      {t.projects.firstText}
    </AttentionCard>
  )
}

export function NewestProjects() {
  const projects = useNewest()?.projects ?? []
  if (projects.length === 0) return null
  return (
    <Card
      title={t.home.newest}
      actions={
        <ButtonLink {...paths.projects()} size="sm">
          {t.nav.allProjects}
        </ButtonLink>
      }
    >
      <ul className="grid gap-1.5">
        {projects.map((project) => (
          <li key={project.id} className="flex flex-wrap items-baseline gap-x-3">
            <TextLink {...paths.project(project.id)}>{project.name}</TextLink>
            <span className="text-sm text-quiet wrap-anywhere">{addressOf(project)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
