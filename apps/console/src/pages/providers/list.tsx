import { useParams } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ProviderBadges } from './badges.tsx'
import { Move } from './move.tsx'
import { kindOf, type Provider } from './texts.ts'

const helper = columnHelper<Provider>()
const columnsOf = (projectId: string, count: number, mayMove: boolean) =>
  helper.columns([
    helper.accessor('displayName', {
      header: t.nav.provider,
      cell: ({ row: { original: provider } }) => (
        <div className="grid gap-0.5">
          <RowLink {...paths.provider(projectId, provider.id)}>{provider.displayName}</RowLink>
          <span className="text-sm text-quiet">{kindOf(provider)}</span>
        </div>
      ),
    }),
    helper.display({
      id: 'state',
      header: t.common.state,
      cell: ({ row }) => (
        <span className="flex flex-wrap gap-1.5">
          <ProviderBadges provider={row.original} />
        </span>
      ),
    }),
    helper.accessor('linkedUsers', {
      header: t.providers.linked,
      meta: { className: 'max-sm:hidden w-24 text-right tabular-nums' },
    }),
    helper.accessor('lastSignInAt', {
      header: t.providers.lastSignIn,
      meta: { className: 'max-sm:hidden w-36' },
      cell: ({ getValue }) => {
        const at = getValue()
        return at ? <RelativeTime at={at} /> : t.common.never
      },
    }),
    ...(mayMove && count > 1
      ? [
          helper.display({
            id: 'order',
            header: t.providers.order,
            meta: { className: 'w-24' },
            cell: ({ row: { original, index } }) => (
              <Move
                projectId={projectId}
                provider={original}
                isFirst={index === 0}
                isLast={index === count - 1}
              />
            ),
          }),
        ]
      : []),
  ])

export function ProvidersPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/' })
  const project = useOperation('project_get', { projectId })
  const query = useOperationPage('federation_provider_list', { projectId })
  const providers = query.data?.providers ?? []
  const refusal = refusalFor(project, 'edit')
  const add = refusal === null && (
    <ButtonLink {...paths.providerNew(projectId)} kind="primary">
      {t.providers.add}
    </ButtonLink>
  )
  return (
    <Page title={t.nav.providers} text={t.providers.text(project.name)} actions={add}>
      <Card flush>
        <QueryTable
          label={t.nav.providers}
          query={query}
          rows={providers}
          columns={columnsOf(projectId, providers.length, refusal === null)}
          empty={
            <EmptyState icon={<Fingerprint size={20} />} title={t.providers.first}>
              {t.providers.firstText}
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
