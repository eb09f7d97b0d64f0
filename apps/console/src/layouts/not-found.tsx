import { Compass } from 'lucide-react'
import { ButtonLink } from '../components/link.tsx'
import { paths } from '../paths.ts'
import { t } from '../texts/index.ts'
import { EmptyState } from '../ui/empty-state.tsx'

export const NotFound = () => (
  <div className="py-10">
    <title>{`${t.shell.notFound} · Signet`}</title>
    <EmptyState
      icon={<Compass size={20} />}
      title={t.shell.nothingHere}
      isPage
      action={<ButtonLink {...paths.projects()}>{t.nav.allProjects}</ButtonLink>}
    >
      {t.shell.nothingHereText}
    </EmptyState>
  </div>
)
