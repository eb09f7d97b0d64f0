import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { environmentOf } from '../../components/secret-once.tsx'
import { paths } from '../../paths.ts'
import { CodeBlock } from '../../ui/copy.tsx'
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

/** What to do from here to the first sign-in, with the values of the project and of its application once there is one. */
export function QuickStart({ project }: { project: Project }) {
  const { data } = useQuery(operationQuery('client_list', { projectId: project.id }))
  const { issuer, discoveryUrl } = project
  if (!issuer || !discoveryUrl)
    return (
      <p className="text-quiet">
        Give the project an address first; applications find everything from there.
      </p>
    )
  if (!data) return null
  const client = data.clients.find(runsExample)
  const inFront = client && originInFront(client)
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-1 pl-4.5 text-quiet marker:text-quiet">
        <li>
          {client ? (
            <>
              The example signs people in to{' '}
              <TextLink {...paths.application(project.id, client.clientId)}>{client.clientName}</TextLink>.
            </>
          ) : (
            <>
              <TextLink {...paths.applicationNew(project.id)}>Create an application</TextLink> with the
              redirect address <code className="font-mono text-sm text-ink">{exampleRedirectUri}</code>.
            </>
          )}
        </li>
        <li>
          <TextLink {...paths.userNew(project.id)}>Create a user</TextLink> to sign in as.
        </li>
        <li>
          Save the example as <code className="font-mono text-sm text-ink">sign-in.mjs</code> and run it.
          {inFront && (
            <>
              {' '}
              Requests of <code className="font-mono text-sm text-ink">{inFront}</code> must reach its port{' '}
              {examplePort}; to try it on this machine, add the redirect address{' '}
              <code className="font-mono text-sm text-ink">{exampleRedirectUri}</code>.
            </>
          )}
        </li>
      </ol>
      <Example issuer={issuer} discoveryUrl={discoveryUrl} client={client} />
    </div>
  )
}

interface ExampleProps {
  readonly issuer: string
  readonly discoveryUrl: string
  readonly client: ExampleClient | undefined
}

const Example = ({ issuer, discoveryUrl, client }: ExampleProps) => (
  <Tabs
    label="Quick start"
    tabs={[
      {
        id: 'node',
        title: 'Node.js',
        content: <CodeBlock code={exampleCode(issuer, client)} what="Node.js example" />,
      },
      { id: 'run', title: 'Run it', content: <CodeBlock code={exampleCommands(client)} what="commands" /> },
      {
        id: 'environment',
        title: 'Environment',
        content: (
          <CodeBlock
            code={client ? environmentOf({ issuer, clientId: client.clientId }) : `OIDC_ISSUER=${issuer}`}
            what="environment variables"
          />
        ),
      },
      { id: 'curl', title: 'Discovery', content: <CodeBlock code={`curl ${discoveryUrl}`} what="command" /> },
    ]}
  />
)
