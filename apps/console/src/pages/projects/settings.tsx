import type { Project } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { claimsSection } from '../../components/claims/claims-card.tsx'
import { LabelsLine } from '../../components/labels/labels-line.tsx'
import { ManagedByTool } from '../../components/managed.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { type Section, Sections } from '../../components/sections.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { Logo } from './logo.tsx'
import { Messages, Names } from './name-cards.tsx'
import { ProjectCard } from './ownership.tsx'
import { Removal } from './removal.tsx'
import { SignIn } from './sign-in-card.tsx'

export function ProjectSettingsPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/settings' })
  const project = useOperation('project_get', { projectId })
  return (
    <ManagedByTool value={project.managedByTool}>
      <Page
        title={t.nav.settings}
        text={
          <>
            <p>{t.projects.settingsText(project.name)}</p>
            <div className="mt-1">
              <LabelsLine
                object={project}
                operation="project_update"
                at={{ projectId }}
                refusal={refusalFor(project, 'editSettings')}
              />
            </div>
          </>
        }
      >
        <Sections sections={sectionsOf(project)} page={paths.projectSettings(projectId)} />
      </Page>
    </ManagedByTool>
  )
}

/** Returns the sections with a key for each project, so that no card keeps the values of another one. */
const sectionsOf = (project: Project): readonly Section[] => [
  {
    id: 'general',
    title: t.projects.general,
    anchors: ['names', 'address', 'owner', 'plan'],
    content: (
      <div className="grid grid-cols-1 gap-5">
        <Names key={project.id} project={project} />
        <Logo key={`logo of ${project.id}`} project={project} />
        <ProjectCard project={project} />
      </div>
    ),
  },
  { id: 'messages', title: t.projects.messages, content: <Messages key={project.id} project={project} /> },
  { id: 'sign-in', title: t.projects.signIn, content: <SignIn key={project.id} project={project} /> },
  ...(project.reserved
    ? []
    : [
        {
          id: 'account-deletion',
          title: t.projects.accountDeletion.title,
          content: <AccountDeletion key={project.id} project={project} />,
        },
        claimsSection({
          owner: 'project',
          operation: 'project_update',
          at: { projectId: project.id },
          list: project.declaredClaims,
          refusal: refusalFor(project, 'editSettings'),
        }),
      ]),
  { id: 'mails', title: t.projects.mails.title, to: paths.projectMails(project.id) },
  { id: 'file', title: t.nav.projectFile, to: paths.projectFile(project.id) },
  { id: 'deletion', title: t.projects.deleteCard, heading: '', content: <Removal project={project} /> },
]
