import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AppWindow, Braces, Check, Minus, Plus, Settings2, Users } from 'lucide-react'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { locale } from '../../texts/language.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Day } from '../../ui/time.tsx'
import { QuickStart } from './quick-start.tsx'
import { signInFields, signInTexts } from './sign-in-texts.ts'
import { ProjectBadges } from './status.tsx'
import { TeamName } from './team-name.tsx'

const formTexts: Record<Project['addressForm'], string> = {
  root: 'The address of the instance itself',
  path: 'A path beneath the instance',
  subdomain: 'A subdomain of the instance',
  host: 'A hostname of its own',
  unaddressed: 'None yet',
}

export function ProjectPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/' })
  const project = useOperation('project_get', { projectId })
  return (
    <Page
      title={project.name}
      badges={<ProjectBadges project={project} />}
      text={project.displayName}
      actions={
        <>
          <ButtonLink {...paths.projectSettings(projectId)} icon={<Settings2 size={15} aria-hidden />}>
            Settings
          </ButtonLink>
          <ButtonLink
            {...paths.applicationNew(projectId)}
            kind="primary"
            icon={<Plus size={15} aria-hidden />}
            disabled={!project.can.edit || project.deletion !== undefined}
          >
            New application
          </ButtonLink>
        </>
      }
    >
      {project.deletion && <ScheduledForDeletion deletion={project.deletion} />}
      <Counts project={project} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5">
          <Address project={project} />
          {!project.deletion && (
            <Card title="Quick start" text="Sign people in from an application that speaks OpenID Connect.">
              <QuickStart project={project} />
            </Card>
          )}
        </div>
        <SignIn project={project} />
      </div>
    </Page>
  )
}

const ScheduledForDeletion = ({ deletion }: { deletion: NonNullable<Project['deletion']> }) => (
  <Notice tone="caution" title="This project is scheduled for deletion">
    It stopped answering at its address and nothing in it can be changed. It is destroyed on{' '}
    <Day at={deletion.purgeAt} />.
  </Notice>
)

function Counts({ project }: { project: Project }) {
  const users = useQuery(operationQuery('project_user_list', { projectId: project.id, count: 1 }))
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-4">
      <Count
        icon={<Users size={15} />}
        name="Users"
        count={users.data?.totalResults}
        to={paths.users(project.id)}
      />
      <Count
        icon={<AppWindow size={15} />}
        name="Applications"
        count={project.applications}
        to={paths.applications(project.id)}
      />
      <Count icon={<Braces size={15} />} name="APIs" count={project.apis} />
    </div>
  )
}

interface CountProps {
  readonly icon: React.ReactNode
  readonly name: string
  readonly count: number | undefined
  readonly to?: ReturnType<typeof paths.users> | ReturnType<typeof paths.applications>
}

const format = new Intl.NumberFormat(locale)

const Count = ({ icon, name, count, to }: CountProps) => (
  <div
    className={`relative grid gap-1 rounded-xl bg-surface p-3 shadow-card ring-1 ring-line sm:p-4 ${to ? 'transition-colors hover:bg-hover/60' : ''}`}
  >
    <span className="flex items-center gap-2 text-sm text-quiet">
      <span aria-hidden className="max-sm:hidden">
        {icon}
      </span>
      {to ? <RowLink {...to}>{name}</RowLink> : name}
    </span>
    <span className="text-xl font-semibold tabular">{count === undefined ? '–' : format.format(count)}</span>
  </div>
)

const Address = ({ project }: { project: Project }) => (
  <Card title="Address">
    <Facts
      facts={[
        {
          name: 'Issuer',
          value: project.issuer ? <CopyValue value={project.issuer} what="issuer" /> : 'No address yet',
        },
        ...(project.discoveryUrl
          ? [
              {
                name: 'Discovery',
                value: <CopyValue value={project.discoveryUrl} what="discovery address" />,
              },
            ]
          : []),
        { name: 'Form', value: formTexts[project.addressForm] },
        { name: 'Team', value: <TeamName teamId={project.teamId} /> },
        ...(project.plan ? [{ name: 'Plan', value: project.plan.name }] : []),
        { name: 'Project ID', value: <CopyValue value={project.id} what="project ID" /> },
        { name: 'Created', value: <Day at={project.createdAt} /> },
      ]}
    />
  </Card>
)

const SignIn = ({ project }: { project: Project }) => (
  <Card
    title="Sign-in"
    actions={
      <ButtonLink {...paths.projectSettings(project.id)} size="sm">
        Change
      </ButtonLink>
    }
  >
    <ul className="grid gap-3">
      {signInFields.map((field) => (
        <li key={field} className="flex gap-2.5">
          {project[field] ? (
            <Check size={16} aria-label="On:" className="mt-0.75 shrink-0 text-good" />
          ) : (
            <Minus size={16} aria-label="Off:" className="mt-0.75 shrink-0 text-quiet" />
          )}
          <span className={project[field] ? '' : 'text-quiet'}>
            {signInTexts[field].label}
            {field === 'emailVerificationRequired' && project[field] && ` (by ${project.verificationMethod})`}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)
