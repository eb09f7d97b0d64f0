import type { Project, WhoAmI } from '@signet/contracts'
import { Plus } from 'lucide-react'
import { useOperationPage } from '../../api/operation.ts'
import { AttentionCard } from '../../components/attention.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { newestProjects } from './early-reads.ts'

/** Excludes built-in projects, and the initial project while it has no application. */
const isOwn = ({ reserved, addressForm, applications }: Project): boolean =>
  !reserved && (addressForm !== 'root' || applications > 0)

/** Shown before everything else until a first project exists. */
export function FirstProject({ can }: Pick<WhoAmI, 'can'>) {
  const own = useOperationPage('project_list', newestProjects).data?.projects.filter(isOwn)
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
