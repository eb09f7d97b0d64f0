import type { Client, Project } from '@signet/contracts'
import { useOperationPage } from '../../api/operation.ts'
import { claimsSection } from '../../components/claims/claims-card.tsx'
import { DeleteCard } from '../../components/deletion.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { type Section, Sections } from '../../components/sections.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { advancedSections } from './advanced/cards.tsx'
import { ApplicationForm } from './edit.tsx'
import { TokenGrants } from './token-grants.tsx'

interface SettingsProps {
  readonly project: Project
  readonly client: Client
  readonly refusal: string | null
}

export const ApplicationSettings = (props: SettingsProps) => (
  <Sections
    sections={sectionsOf(props)}
    page={{ ...paths.application(props.project.id, props.client.clientId), search: { tab: 'settings' } }}
  />
)

/** Returns the sections with a key for each application, so that no card keeps the values of another one. */
function sectionsOf({ project, client, refusal }: SettingsProps): readonly Section[] {
  const { id: projectId } = project
  const { clientId } = client
  return [
    {
      id: 'general',
      title: t.common.general,
      content: <ApplicationForm key={clientId} projectId={projectId} client={client} refusal={refusal} />,
    },
    ...(takesTokenGrants(project, client)
      ? [
          {
            id: 'token-grants',
            title: t.clients.tokenGrants.title,
            content: <TokenGrants projectId={projectId} client={client} refusal={refusal} />,
          },
        ]
      : []),
    ...(project.reserved
      ? []
      : [
          claimsSection({
            owner: 'application',
            operation: 'client_update',
            at: { projectId, clientId },
            list: client.declaredClaims,
            refusal,
          }),
        ]),
    ...advancedSections({ project, client, refusal }),
    {
      id: 'deletion',
      title: t.clients.deleteCard,
      heading: '',
      content: <Removal projectId={projectId} client={client} refusal={refusalFor(project, 'edit')} />,
    },
  ]
}

/** Returns whether the application can have grants without a sign-in: it authenticates, and an administrator created it. */
const takesTokenGrants = (project: Project, client: Client): boolean =>
  project.reserved === undefined && !client.registeredDynamically && client.tokenEndpointAuthMethod !== 'none'

interface RemovalProps {
  readonly projectId: string
  readonly client: Client
  readonly refusal: string | null
}

const Removal = ({ projectId, client, refusal }: RemovalProps) => (
  <DeleteCard
    operation="client_delete"
    input={{ projectId, clientId: client.clientId }}
    refusal={refusal}
    title={t.clients.deleteCard}
    text={t.clients.deleteText}
    question={t.clients.deleteTitle(client.clientName)}
    consequence={`${t.clients.deleteText} ${t.clients.deleteEffect}`}
    confirmLabel={t.clients.deleteLabel}
    typedName={client.clientName}
    done={t.clients.deleted(client.clientName)}
    to={paths.applications(projectId)}
  >
    <Extent projectId={projectId} clientId={client.clientId} />
  </DeleteCard>
)

/** The users whose grants a deletion revokes. */
function Extent(one: { readonly projectId: string; readonly clientId: string }) {
  const { data } = useOperationPage('client_grant_count_get', one)
  return (
    data &&
    (data.users > 0 || !data.usersCapped) && (
      <p className="font-medium">
        {data.usersCapped
          ? t.clients.deleteManyUsers(formatNumber(data.users))
          : t.clients.deleteUsers(data.users)}
      </p>
    )
  )
}
