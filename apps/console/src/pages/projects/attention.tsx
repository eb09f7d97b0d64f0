import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { AttentionGroup, type AttentionItem, AttentionSection } from '../../components/attention-group.tsx'
import { isReady } from '../../components/key-life.ts'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { ProvisioningAttention } from '../home/provisioning.tsx'

type Summary = Answer<'project_summary_get'>

/** Problems of a project, each with the page that resolves it. */
export function Attention({ project }: { project: Project }) {
  const summary = useQuery(operationQuery('project_summary_get', { projectId: project.id })).data
  return (
    <AttentionSection title={t.projects.attention}>
      {project.held && (
        <Single
          tone="problem"
          item={{
            key: 'hold',
            title: t.projects.holdTitle,
            detail: t.projects.holdText,
            action: linkTo(paths.directories(project.id), t.projects.holdAction),
          }}
        />
      )}
      <ProvisioningAttention project={project.id} />
      {summary && <PlanWarnings projectId={project.id} summary={summary} />}
      {summary && !summary.mailConfigured && project.emailVerificationRequired && (
        <MailOff projectId={project.id} />
      )}
      <ReadyKeys project={project} />
    </AttentionSection>
  )
}

interface SingleProps {
  readonly tone?: 'problem' | 'caution'
  readonly item: AttentionItem & { readonly title: string }
}

const Single = ({ item, tone = 'caution' }: SingleProps) => (
  <AttentionGroup title={() => item.title} tone={tone} items={[item]} />
)

const linkTo = (to: LinkProps & { hash?: string }, text: string) => (
  <ButtonLink size="sm" {...to}>
    {text}
  </ButtonLink>
)

/** Only a super administrator configures mail. Another administrator changes the rule that needs it. */
function MailOff({ projectId }: { projectId: string }) {
  const { superAdministrator } = useOperation('whoami', {})
  return (
    <Single
      item={{
        key: 'mail',
        title: t.projects.mailTitle,
        detail: t.projects.mailText,
        action: superAdministrator
          ? linkTo(paths.system({ tab: 'mail' }), t.home.configure)
          : linkTo({ ...paths.projectSettings(projectId), hash: 'sign-in' }, t.projects.change),
      }}
    />
  )
}

function ReadyKeys({ project: { id: projectId, can } }: { project: Project }) {
  const keys = useQuery({ ...operationQuery('project_key_list', { projectId }), enabled: can.edit }).data
  return (
    <AttentionGroup
      tone="accent"
      title={t.home.groups.keys}
      more={paths.keys(projectId)}
      items={(keys?.keys.filter(isReady) ?? []).map(({ kid, algorithm, promotableAt }) => ({
        key: kid,
        title: t.projects.keyTitle(algorithm),
        detail: t.projects.keyText,
        age: promotableAt ? { at: promotableAt, text: t.home.ages.ready } : undefined,
        action: linkTo(paths.keys(projectId), t.projects.keyAction),
      }))}
    />
  )
}

const PlanWarnings = ({ projectId, summary: { plan } }: { projectId: string; summary: Summary }) =>
  plan?.warnings.map(({ limit, level }) => (
    <Single
      key={limit}
      tone={level === 'reached' ? 'problem' : 'caution'}
      item={{
        key: limit,
        title: (level === 'reached' ? t.projects.planReached : t.projects.planNear)(t.projects.limits[limit]),
        detail: plan.signUpsPaused && limit === 'monthlyActiveUsers' && t.projects.planPaused,
        action: linkTo(paths.projectActivity(projectId), t.projects.planAction),
      }}
    />
  ))
