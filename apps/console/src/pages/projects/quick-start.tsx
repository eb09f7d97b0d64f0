import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { Rich } from '../../components/rich.tsx'
import { environmentOf } from '../../components/secret-once.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import {
  type ExampleClient,
  exampleCode,
  exampleCommands,
  examplePort,
  exampleRedirectUri,
  originInFront,
  runsExample,
} from './quick-start-code.ts'

export function QuickStart({ project }: { project: Project }) {
  const { data } = useQuery(operationQuery('client_list', { projectId: project.id }))
  const summary = useQuery(operationQuery('project_summary_get', { projectId: project.id })).data
  const { issuer, discoveryUrl } = project
  if (!issuer || !discoveryUrl) return <p className="text-quiet">{t.projects.quickStartNoAddress}</p>
  if (!data) return null
  const client = data.clients.find(runsExample)
  const inFront = client && originInFront(client)
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-1 pl-4.5 text-quiet marker:text-quiet">
        <li>
          {client ? (
            <Rich
              text={t.projects.exampleSignsIn('{application}')}
              parts={{
                application: (
                  <TextLink {...paths.application(project.id, client.clientId)}>{client.clientName}</TextLink>
                ),
              }}
            />
          ) : (
            <Rich
              text={t.projects.createApplicationStep('{create}', '{address}')}
              parts={{
                create: (
                  <TextLink {...paths.applicationNew(project.id)}>{t.projects.createApplication}</TextLink>
                ),
                address: <Mono text={exampleRedirectUri} />,
              }}
            />
          )}
        </li>
        {summary?.users === 0 && (
          <li>
            <Rich
              text={t.projects.createUserStep('{create}')}
              parts={{
                create: <TextLink {...paths.userNew(project.id)}>{t.projects.createUser}</TextLink>,
              }}
            />
          </li>
        )}
        <li>
          <Rich text={t.projects.saveExample('{file}')} parts={{ file: <Mono text="sign-in.mjs" /> }} />
          {inFront && (
            <>
              {' '}
              <Rich
                text={t.projects.inFront('{origin}', '{port}', '{address}')}
                parts={{
                  origin: <Mono text={inFront} />,
                  port: String(examplePort),
                  address: <Mono text={exampleRedirectUri} />,
                }}
              />
            </>
          )}
        </li>
      </ol>
      <Example issuer={issuer} discoveryUrl={discoveryUrl} client={client} />
    </div>
  )
}

const Mono = ({ text }: { text: string }) => <code className="font-mono text-sm text-ink">{text}</code>

interface ExampleProps {
  readonly issuer: string
  readonly discoveryUrl: string
  readonly client: ExampleClient | undefined
}

const Example = ({ issuer, discoveryUrl, client }: ExampleProps) => (
  <Tabs
    label={t.projects.quickStart}
    tabs={[
      {
        id: 'node',
        title: 'Node.js',
        content: <CodeBlock code={exampleCode(issuer, client)} what="Node.js" />,
      },
      {
        id: 'run',
        title: t.projects.runIt,
        content: <CodeBlock code={exampleCommands(client)} what={t.projects.runIt} />,
      },
      {
        id: 'environment',
        title: t.projects.environment,
        content: (
          <CodeBlock
            code={client ? environmentOf({ issuer, clientId: client.clientId }) : `OIDC_ISSUER=${issuer}`}
            what={t.common.environment}
          />
        ),
      },
      {
        id: 'curl',
        title: t.projects.discovery,
        content: <CodeBlock code={`curl ${discoveryUrl}`} what={t.projects.discovery} />,
      },
    ]}
  />
)
