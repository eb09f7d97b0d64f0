import type { Project } from '@signet/contracts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'

export const ProjectBadges = ({ project }: { project: Project }) => (
  <>
    {project.reserved && <Badge>{t.projects.builtIn}</Badge>}
    {project.deletion && <Badge tone="problem">{t.projects.scheduled}</Badge>}
    {project.held && <Badge tone="caution">{t.projects.holding}</Badge>}
    {project.addressForm === 'unaddressed' && <Badge tone="caution">{t.projects.noAddress}</Badge>}
  </>
)
