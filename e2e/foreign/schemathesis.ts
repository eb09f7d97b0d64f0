import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installPython } from './install.ts'
import type { Instance } from './instance.ts'
import { copyProgram, runProgram, type Suite } from './suite.ts'

const packages = ['schemathesis==4.32.5']

/** The acceptance of a request depends on stored objects, which the tool does not know, so only answers are checked. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

/** The seed repeats the requests of a run. */
const options = [
  ['--seed', '1', '--max-examples', '10', '--phases', 'examples,coverage,fuzzing', '--no-shrink'],
  ['--continue-on-failure', '--suppress-health-check', 'all', '--warnings', 'off', '--no-color'],
].flat()

/** @returns the parameters of the paths that name the objects */
async function createObjects({ post, teamId }: Instance): Promise<Record<string, unknown>> {
  const { id: projectId } = await post('/projects', { name: 'Schemathesis', slug: 'schemathesis', teamId })
  const project = `/projects/${projectId}`
  const { clientId } = await post(`${project}/clients`, {
    clientName: 'Shop',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: ['https://shop.example/callback'],
  })
  const { id: userId } = await post(`${project}/users`, { email: 'ada@schemathesis.example' })
  const { id: groupId } = await post(`${project}/groups`, { displayName: 'Owners' })
  const { identifier } = await post(`${project}/resources`, {
    identifier: 'https://api.schemathesis.example/',
    name: 'Orders',
    scopes: ['orders:read'],
  })
  // The tool does not encode a parameter of its configuration.
  return { projectId, clientId, userId, groupId, resourceId: encodeURIComponent(String(identifier)), teamId }
}

/** Checks every answer against the document; the seed is fixed. */
export const schemathesis: Suite = {
  name: 'schemathesis',
  toolchain: ['python3'],
  async run({ folder, tools, documents, instance }) {
    const programs = await installPython(tools, packages)
    const parameters = Object.entries(await createObjects(instance))
    const lines = parameters.map(([name, value]) => `"path.${name}" = "${value}"`)
    await writeFile(
      join(folder, 'schemathesis.toml'),
      `hooks = "hooks.py"\n[parameters]\n${lines.join('\n')}\n`,
    )
    await copyProgram('hooks.py', join(folder, 'hooks.py'))
    const address = [
      '--url',
      `${instance.baseUrl}/admin/api`,
      '--header',
      `Authorization: Bearer ${instance.token}`,
    ]
    const output = await runProgram(
      join(programs, 'schemathesis'),
      ['run', documents.openapi31, ...address, '--checks', checks.join(','), ...options],
      { folder, environment: { PYTHONPATH: folder } },
    )
    const requests = /(\d+) generated/.exec(output)?.[1]
    if (requests === undefined) throw new Error(`The number of requests is missing:\n${output.slice(-2_000)}`)
    return `${requests} requests: no server error, no undeclared answer, no answer against its schema`
  },
}
