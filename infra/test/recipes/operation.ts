import type { Edits } from './scratch.ts'

export const operationTool = 'resource_scope_list'

const declaration = `
export const ${operationTool} = defineOperation({
  tool: '${operationTool}',
  isBeyondSpecification: true,
  route: 'GET /projects/:projectId/resources/:resourceId/scopes',
  kind: 'console_only',
  effects: ['none'],
  title: 'List the scopes of an API',
  description: 'Lists the scopes that an API declares.',
  input: z.strictObject(one),
  answer: z.strictObject({ scopes: z.array(ScopeName) }),
  access: project('read'),
  audit: null,
  errors: [],
  example,
})
`

const handler = `import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { findResource } from './resource-store.ts'

export const ${operationTool} = implementRead(
  operations.${operationTool},
  async ({ deps, project }, { resourceId }) => {
    const { scopes } = await findResource(deps.database, project.id, resourceId)
    return { scopes }
  },
)
`

export function addOperation(edits: Edits): void {
  const { insertAfter, write, run } = edits
  const operations = 'packages/contracts/src/operations/resources.ts'
  insertAfter(
    operations,
    'const example = { projectId: exampleIds.project, resourceId: exampleIds.resource }\n',
    declaration,
  )
  run('node', 'packages/contracts/src/print.ts')
  const domain = 'services/admin-api/src/domains/resources'
  write(`${domain}/scopes.ts`, handler)
  run('node', 'services/admin-api/src/print.ts')
  insertAfter(
    'services/admin-api/test/support/samples.ts',
    '  resource_vouching_check: resource,\n',
    `  ${operationTool}: resource,\n`,
  )
  insertAfter(
    'apps/console/src/pages/resources/noun.ts',
    '    resource_vouching_check: resource,\n',
    `    ${operationTool}: resource,\n`,
  )
  const page = 'apps/console/src/pages/resources/detail.tsx'
  insertAfter(
    page,
    "  const resource = useOperation('resource_get', { projectId, resourceId })\n",
    `  const { scopes } = useOperation('${operationTool}', { projectId, resourceId })\n`,
  )
  insertAfter(page, '      idLabel={t.resources.identifier}\n', "      subtitle={scopes.join(' ')}\n")
}
