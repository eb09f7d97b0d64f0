import type { Project } from '@signet/contracts'
import { Badge } from '../../ui/badge.tsx'

/** What is out of the ordinary about a project. */
export const ProjectBadges = ({ project }: { project: Project }) => (
  <>
    {project.reserved && <Badge tone="accent">Built-in</Badge>}
    {project.deletion && <Badge tone="problem">Scheduled for deletion</Badge>}
    {project.held && <Badge tone="caution">Holding deprovisioning</Badge>}
    {project.addressForm === 'unaddressed' && <Badge tone="caution">No address</Badge>}
  </>
)
