import type { Client } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { Panes } from '../../components/guide.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { IconMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TestSignIn } from '../sign-in-test/start.tsx'
import { Connection } from './connection.tsx'
import { Credentials } from './credentials.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { LogoutTest } from './logout-test.tsx'
import { RecentErrors } from './recent-errors.tsx'
import { ApplicationSettings } from './settings.tsx'
import { StackGuide } from './stacks/guide.tsx'
import { TokenPreview } from './token-preview.tsx'
import { hasSecret, presetIcons, presetOf, presets, signsPeopleIn } from './values/presets.ts'

export function ApplicationPage() {
  const { projectId, clientId } = useParams({ from: '/shell/projects/$projectId/applications/$clientId' })
  const project = useOperation('project_get', { projectId })
  const client = useOperation('client_get', { projectId, clientId })
  const refusal = client.registeredDynamically ? t.clients.registeredRefusal : refusalFor(project, 'edit')
  const canTest = project.issuer && signsPeopleIn(presets[presetOf(client)].fields)
  const rotation = hasSecret(client)
    ? ({ text: t.clients.rotate, refusal, opens: 'client_secret_rotate' } as const)
    : null
  return (
    <ObjectPage
      title={client.clientName}
      mark={<IconMark icon={presetIcons[presetOf(client)]} size="title" />}
      kind={t.clients.presets[presetOf(client)].title}
      id={clientId}
      idLabel={t.common.clientId}
      badges={client.registeredDynamically && <Badge tone="accent">{t.clients.registeredItself}</Badge>}
      actions={
        canTest ? (
          <TestSignIn project={project} />
        ) : (
          rotation && (
            <ButtonLink {...paths.application(projectId, clientId)} search={{ do: rotation.opens }}>
              {rotation.text}
            </ButtonLink>
          )
        )
      }
      menu={[
        ...(canTest && rotation ? [rotation] : []),
        {
          danger: true,
          text: t.clients.deleteLabel,
          refusal: refusalFor(project, 'edit'),
          opens: 'client_delete',
        },
      ]}
      notices={<Notices client={client} />}
      labels={{ object: client, operation: 'client_update', at: { projectId, clientId }, refusal: refusal }}
      timeline={{ targetId: clientId }}
      tabs={[
        {
          id: 'overview',
          title: t.common.overview,
          content: (
            <Panes
              aside={
                <>
                  <ErrorSummary projectId={projectId} clientId={clientId} />
                  <Credentials project={project} client={client} refusal={refusal} />
                  {client.backchannelLogoutUri && (
                    <LogoutTest
                      projectId={projectId}
                      clientId={clientId}
                      refusal={refusalFor(project, 'edit')}
                    />
                  )}
                </>
              }
            >
              <div className="grid grid-cols-1 gap-5">
                <Connection
                  project={project}
                  kind={presetOf(client)}
                  clientId={clientId}
                  redirectUris={client.redirectUris}
                  scope={client.scope}
                />
                {project.issuer && (
                  <StackGuide
                    projectId={projectId}
                    issuer={project.issuer}
                    client={client}
                    refusal={refusal}
                  />
                )}
              </div>
            </Panes>
          ),
        },
        ...(project.can.manageUsers
          ? [
              {
                id: 'tokens',
                title: t.claims.preview.title,
                content: <TokenPreview key={clientId} projectId={projectId} client={client} />,
              },
            ]
          : []),
        {
          id: 'errors',
          title: t.clients.errors.title,
          content: (
            <RecentErrors projectId={projectId} clientId={clientId} redirectUris={client.redirectUris} />
          ),
        },
        {
          id: 'settings',
          title: t.nav.settings,
          content: <ApplicationSettings project={project} client={client} refusal={refusal} />,
        },
      ]}
    />
  )
}

const Notices = ({ client }: { client: Client }) => (
  <>
    {client.registeredDynamically && (
      <Notice title={t.clients.registeredTitle}>{t.clients.registeredText}</Notice>
    )}
    {client.backchannelLogoutFailure && (
      <Notice title={t.clients.logoutFailed} tone="caution">
        {t.clients.logoutFailedText(client.backchannelLogoutFailure.reason)}
      </Notice>
    )}
    {client.problems.length > 0 && (
      <Notice tone="problem" title={t.clients.failsTitle}>
        {client.problems.map((problem) => (
          <p key={`${problem.path} ${problem.message}`}>
            <code className="font-mono">{problem.path}</code>: {problem.message}.
          </p>
        ))}
      </Notice>
    )}
  </>
)
