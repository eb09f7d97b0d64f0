import type { Project } from '@signet/contracts'
import { TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const libraryCode = (issuer: string): string => `import * as client from 'openid-client'

const config = await client.discovery(
  new URL('${issuer}'),
  process.env.OIDC_CLIENT_ID,
  process.env.OIDC_CLIENT_SECRET,
)

const verifier = client.randomPKCECodeVerifier()
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: 'https://app.example/callback',
  scope: 'openid profile email',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
})`

const environmentCode = (issuer: string): string => `OIDC_ISSUER=${issuer}
OIDC_CLIENT_ID=app_…
OIDC_CLIENT_SECRET=…
OIDC_SCOPE="openid profile email"`

/** What to put into a relying party, with this project's own values. */
export function QuickStart({ project }: { project: Project }) {
  const { issuer, discoveryUrl } = project
  if (!issuer || !discoveryUrl)
    return (
      <p className="text-quiet">
        Give the project an address first; applications find everything from there.
      </p>
    )
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-1 pl-4.5 text-quiet marker:text-quiet">
        <li>
          <TextLink {...paths.applicationNew(project.id)}>Create an application</TextLink> and keep its client
          ID and secret.
        </li>
        <li>Give your application the issuer. It discovers the rest.</li>
        <li>
          <TextLink {...paths.userNew(project.id)}>Create a user</TextLink> and sign in.
        </li>
      </ol>
      <Tabs
        label="Quick start"
        tabs={[
          {
            id: 'environment',
            title: 'Environment',
            content: <CodeBlock code={environmentCode(issuer)} what="environment variables" />,
          },
          {
            id: 'node',
            title: 'Node.js',
            content: <CodeBlock code={libraryCode(issuer)} what="Node.js example" />,
          },
          {
            id: 'curl',
            title: 'Discovery',
            content: <CodeBlock code={`curl ${discoveryUrl}`} what="command" />,
          },
        ]}
      />
    </div>
  )
}
