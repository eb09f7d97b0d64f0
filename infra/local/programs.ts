import { join } from 'node:path'
import type { Upstream } from '@signet/edge'
import { root } from './repository.ts'

export interface Program {
  readonly file: string
  readonly nodeFlags: readonly string[]
}

const consoleServer = join(root, 'infra/local/console-server.ts')
const consoleBuild = join(root, 'apps/console/dist')

/** Auth uses the default, because more frequent collections would reduce its token rate (decision 7). */
const youngGeneration = {
  auth: [],
  'admin-api': ['--max-semi-space-size=8'],
  scim: ['--max-semi-space-size=8'],
  'mcp-gateway': ['--max-semi-space-size=1'],
} as const

const built = (name: keyof typeof youngGeneration): Program => ({
  file: join(root, `services/${name}/dist/main.js`),
  nodeFlags: youngGeneration[name],
})

export const builtPrograms: Readonly<Record<Upstream, Program>> = {
  auth: built('auth'),
  'admin-api': built('admin-api'),
  scim: built('scim'),
  'mcp-gateway': built('mcp-gateway'),
  console: {
    file: join(root, 'infra/dist/console-server.js'),
    nodeFlags: ['--max-semi-space-size=1'],
  },
}

const watched = (name: string, inspector: number): Program => ({
  file: join(root, `services/${name}/src/main.ts`),
  nodeFlags: ['--watch', '--watch-preserve-output', `--inspect=127.0.0.1:${inspector}`],
})

export const inspectors = { auth: 9230, 'admin-api': 9231, scim: 9232, 'mcp-gateway': 9233 } as const

export const watchedPrograms: Readonly<Record<Upstream, Program>> = {
  auth: watched('auth', inspectors.auth),
  'admin-api': watched('admin-api', inspectors['admin-api']),
  scim: watched('scim', inspectors.scim),
  'mcp-gateway': watched('mcp-gateway', inspectors['mcp-gateway']),
  console: { file: consoleServer, nodeFlags: [`--watch-path=${consoleBuild}`, '--watch-preserve-output'] },
}
