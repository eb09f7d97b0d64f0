import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from './support/fixtures.ts'
import { signInAt } from './support/sign-in.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const printed = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''

const library = fileURLToPath(import.meta.resolve('oidc-client-ts'))
const decoder = createRequire(library).resolve('jwt-decode')
const modules: Readonly<Record<string, string>> = {
  '/oidc-client-ts.js': library,
  '/jwt-decode.js': join(dirname(decoder), '../esm/index.js'),
}

const html = `<!doctype html><html><head><link rel="icon" href="data:,"><script type="importmap">
{ "imports": { "oidc-client-ts": "/oidc-client-ts.js", "jwt-decode": "/jwt-decode.js" } }
</script></head><body><script type="module" src="/main.js"></script></body></html>`

async function serve(script: (origin: string) => string) {
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    const file = modules[path]
    const isPage = path === '/'
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
    response.end(isPage ? html : file ? readFileSync(file) : script(origin))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return { origin, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('the sign-in of README.md signs a user in as printed', async ({ api, newVisitor, world }) => {
  const person = { email: 'reader@customer.example', password: 'a password of a reader' }
  const project = await api.post<{ id: string; slug: string }>('/projects', { name: 'Readme' })
  await api.post(`/projects/${project.id}/users`, person)
  let clientId = ''
  const application = await serve((origin) =>
    printed
      .replace('http://localhost:8080/acme', `${world.baseUrl}/${project.slug}`)
      .replace('CLIENT_ID', clientId)
      .replaceAll('http://localhost:3000', origin),
  )
  try {
    const client = await api.post<{ clientId: string }>(`/projects/${project.id}/clients`, {
      clientName: 'Reader',
      grantTypes: ['authorization_code'],
      tokenEndpointAuthMethod: 'none',
      redirectUris: [`${application.origin}/`],
      corsOrigins: [application.origin],
    })
    clientId = client.clientId
    const visitor = await newVisitor()
    await visitor.goto(application.origin)
    await signInAt(visitor, person)
    await visitor.getByRole('button', { name: 'Allow', exact: true }).click()
    await expect(visitor.getByText(`Hello ${person.email}`)).toBeVisible()
  } finally {
    await application.close()
  }
})
