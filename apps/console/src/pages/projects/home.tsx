import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { ButtonLink } from '../../components/link.tsx'
import { Rich } from '../../components/rich.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Day } from '../../ui/time.tsx'
import { TestSignIn } from '../sign-in-test/start.tsx'
import { Attention } from './attention.tsx'
import { Checklist, hasChecklist } from './checklist.tsx'
import { Counts } from './counts.tsx'
import { Pulse } from './pulse.tsx'
import { QuickStart } from './quick-start.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { Restore } from './removal.tsx'
import { signInFields } from './sign-in-fields.ts'
import { ProjectBadges } from './status.tsx'

export function ProjectPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/' })
  const project = useOperation('project_get', { projectId })
  const summary = useQuery(operationQuery('project_summary_get', { projectId })).data
  const isInUse = summary?.signInSeen === true && !project.deletion
  const hasOpenStep = !project.deletion && summary !== undefined && hasChecklist(project, summary)
  return (
    <Page
      title={project.displayName ?? project.name}
      badges={<ProjectBadges project={project} />}
      text={subtitleOf(project)}
      actions={
        <>
          {!project.deletion && <TestSignIn project={project} />}
          <ButtonLink
            {...paths.applicationNew(projectId)}
            kind={hasOpenStep ? 'secondary' : 'primary'}
            icon={<Plus size={15} aria-hidden />}
            disabled={!project.can.edit || project.deletion !== undefined}
          >
            {t.clients.new}
          </ButtonLink>
        </>
      }
    >
      {isScheduled(project) && <ScheduledForDeletion project={project} />}
      {!project.deletion && <Attention project={project} />}
      {hasOpenStep && <Address project={project} />}
      <Counts project={project} summary={summary} isInUse={isInUse} />
      {isInUse && project.can.readActivity && <Pulse project={project} />}
      {isInUse && <RecentChanges projectId={projectId} />}
      {hasOpenStep && <Checklist project={project} summary={summary} />}
      {!hasOpenStep && <Address project={project} />}
      <SignIn project={project} />
      {!project.deletion && (
        <Card>
          <Disclosure summary={t.projects.quickStart} note={t.projects.quickStartText}>
            <QuickStart project={project} />
          </Disclosure>
        </Card>
      )}
    </Page>
  )
}

/** The name, or without a different display name the address. */
const subtitleOf = ({ name, displayName, issuer }: Project): string | undefined =>
  displayName && displayName !== name ? name : issuer?.replace(/^https?:\/\//, '')

type ScheduledProject = Project & { readonly deletion: NonNullable<Project['deletion']> }

const isScheduled = (project: Project): project is ScheduledProject => project.deletion !== undefined

const ScheduledForDeletion = ({ project }: { project: ScheduledProject }) => (
  <Notice tone="caution" title={t.projects.scheduledTitle}>
    <Rich text={t.projects.scheduledText('{at}')} parts={{ at: <Day at={project.deletion.purgeAt} /> }} />
    <div className="mt-2">
      <Restore project={project} />
    </div>
  </Notice>
)

/** The values that a developer copies into an application. */
const Address = ({ project: { id, issuer, discoveryUrl } }: { project: Project }) => (
  <section
    aria-label={t.projects.address}
    className="rounded-xl bg-surface px-5 py-3.5 shadow-card ring-1 ring-line"
  >
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_max-content]">
      <Copyable name={t.projects.issuer} value={issuer} />
      {discoveryUrl && <Copyable name={t.projects.discovery} value={discoveryUrl} />}
      <Copyable name={t.projects.projectId} value={id} />
    </dl>
  </section>
)

const Copyable = ({ name, value }: { name: string; value: string | null | undefined }) => (
  <div className="grid min-w-0 gap-0.5">
    <dt className="text-sm text-quiet">{name}</dt>
    <dd className="min-w-0">{value ? <CopyValue value={value} what={name} /> : t.projects.noAddressYet}</dd>
  </div>
)

const SignIn = ({ project }: { project: Project }) => (
  <Card
    title={t.projects.signIn}
    actions={
      <ButtonLink {...paths.projectSettings(project.id)} hash="sign-in" size="sm">
        {t.projects.change}
      </ButtonLink>
    }
  >
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 gap-y-3">
      {signInFields.map((field) => (
        <State key={field} name={t.projects.fields[field].label} isOn={project[field]}>
          {project[field] ? t.projects.isOn : t.projects.isOff}
          {field === 'emailVerificationRequired' &&
            project[field] &&
            ` (${t.projects.byMethod[project.verificationMethod]})`}
        </State>
      ))}
      <State name={t.projects.fields.passkeys.label} isOn={project.passkeys !== 'off'}>
        {t.projects.passkeyRules[project.passkeys].label}
      </State>
    </dl>
  </Card>
)

const State = ({ name, isOn, children }: { name: string; isOn: boolean; children: ReactNode }) => (
  <div className="flex flex-col justify-between gap-0.5">
    <dt className="text-sm text-quiet text-pretty">{name}</dt>
    <dd className={isOn ? 'font-medium' : 'text-quiet'}>{children}</dd>
  </div>
)
