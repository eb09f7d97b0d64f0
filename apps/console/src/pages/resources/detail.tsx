import type { ProtectedResource } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { Braces } from 'lucide-react'
import { useOperation } from '../../api/operation.ts'
import { ClaimsCard } from '../../components/claims/claims-card.tsx'
import { DeleteCard } from '../../components/deletion.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import { IconMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { OverviewColumns } from '../../layouts/overview-columns.tsx'
import { paths } from '../../paths.ts'
import { formatDuration } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Day } from '../../ui/time.tsx'
import { CheckButton, CheckResult } from './check.tsx'
import { ResourceFields } from './fields.tsx'
import { McpGuide } from './mcp-guide.tsx'
import { ApiGuide } from './stack-guide.tsx'
import { inputOf, resourceFields, valuesOf } from './values.ts'

interface SectionProps {
  readonly projectId: string
  readonly resource: ProtectedResource
  readonly refusal: string | null
}

export function ResourcePage() {
  const { projectId, resourceId } = useParams({ from: '/shell/projects/$projectId/resources/$resourceId' })
  const project = useOperation('project_get', { projectId })
  const resource = useOperation('resource_get', { projectId, resourceId })
  const section = { projectId, resource, refusal: refusalFor(project, 'edit') }
  const one = { projectId, resourceId }
  const checked = { projectId, resourceId: resource.identifier }
  return (
    <ObjectPage
      title={resource.name}
      mark={<IconMark icon={Braces} size="title" />}
      kind={t.nav.resource}
      id={resource.identifier}
      idLabel={t.resources.identifier}
      actions={<CheckButton {...checked} />}
      menu={[
        { danger: true, text: t.resources.deleteLabel, refusal: section.refusal, opens: 'resource_delete' },
      ]}
      badges={resource.namespace === 'root' && <Badge>{t.resources.shared}</Badge>}
      tabs={[
        {
          id: 'overview',
          title: t.common.overview,
          content: (
            <OverviewColumns facts={<TokenFacts resource={resource} />}>
              <CheckResult {...checked} />
              {resource.mcpServer && project.issuer && (
                <McpGuide resource={resource} issuer={project.issuer} />
              )}
              {!resource.mcpServer && project.issuer && <ApiGuide {...section} issuer={project.issuer} />}
            </OverviewColumns>
          ),
        },
        {
          id: 'settings',
          title: t.nav.settings,
          content: (
            <>
              <Edit key={resource.identifier} {...section} />
              {!project.reserved && (
                <ClaimsCard
                  key={`claims of ${resource.identifier}`}
                  owner="api"
                  operation="resource_update"
                  at={{ projectId, resourceId: resource.identifier }}
                  list={resource.declaredClaims}
                  refusal={section.refusal}
                />
              )}
              <Removal {...section} />
            </>
          ),
        },
      ]}
      labels={{ object: resource, operation: 'resource_update', at: one, refusal: section.refusal }}
      timeline={{ targetId: resource.identifier }}
    />
  )
}

const TokenFacts = ({ resource }: { resource: ProtectedResource }) => (
  <Card title={t.resources.tokens} text={resource.namespace === 'root' && t.resources.sharedText}>
    <Facts
      stacked
      facts={[
        {
          name: t.resources.scopes,
          value: (
            <ul className="grid gap-1">
              {resource.scopes.map((scope) => (
                <li key={scope}>
                  <code className="font-mono text-sm">{scope}</code>{' '}
                  <span className="text-quiet">{resource.scopeDescriptions[scope]?.description}</span>
                </li>
              ))}
            </ul>
          ),
        },
        {
          name: t.resources.tokenFormat,
          value: `${t.resources.formats[resource.tokenFormat]}: ${t.resources.formatTexts[resource.tokenFormat]}`,
        },
        { name: t.resources.tokenLifetime, value: formatDuration(resource.accessTokenTTL) },
        {
          name: t.resources.algorithm,
          value: resource.accessTokenSigningAlg ?? t.resources.algorithmDefault,
        },
        { name: t.resources.slash, value: resource.trailingSlashSignificant ? t.common.yes : t.common.no },
        { name: t.common.created, value: <Day at={resource.createdAt} /> },
      ]}
    />
  </Card>
)

const Edit = ({ projectId, resource, refusal }: SectionProps) => (
  <EditCard
    label={t.nav.settings}
    operation="resource_update"
    initial={valuesOf(resource)}
    toInput={(values) => ({ projectId, resourceId: resource.identifier, ...inputOf(values) })}
    check={({ name }) => ({ name: name.trim() ? undefined : t.resources.enterName })}
    fields={resourceFields}
    refusal={refusal}
    saveLabel={t.resources.save}
    done={t.resources.saved}
  >
    {(form) => <ResourceFields form={form} />}
  </EditCard>
)

const Removal = ({ projectId, resource, refusal }: SectionProps) => (
  <DeleteCard
    operation="resource_delete"
    input={{ projectId, resourceId: resource.identifier }}
    refusal={refusal}
    title={t.resources.deleteCard}
    text={t.resources.deleteText}
    question={t.resources.deleteTitle(resource.name)}
    confirmLabel={t.resources.deleteLabel}
    done={t.resources.deleted(resource.name)}
    to={paths.resources(projectId)}
  />
)
